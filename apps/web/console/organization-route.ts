import { createRootRoute, createRoute } from '@tanstack/react-router';
import { Console } from './console.tsx';
import { Frame } from './frame.tsx';
import { Lost, LostInOrganization } from './lost.tsx';

export const rootRoute = createRootRoute({ component: Console, notFoundComponent: Lost });

/** The pages of an organization are below this route. An address that none of them has keeps their frame. */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$slug',
  component: Frame,
  notFoundComponent: LostInOrganization,
});
