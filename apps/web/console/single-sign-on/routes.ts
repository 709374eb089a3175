import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../organization-route.ts';

/** Where a provider sends users back to, and where they begin. */
export const singleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/single-sign-on',
  component: lazyRouteComponent(() => import('./single-sign-on.tsx'), 'SingleSignOnPage'),
});
