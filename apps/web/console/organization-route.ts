import { createRootRoute, createRoute } from '@tanstack/react-router';
import { PageFailure, PageNotFound } from '../ui/page-states.tsx';
import { Console } from './console.tsx';
import { Frame } from './frame.tsx';

export const rootRoute = createRootRoute({ component: Console, notFoundComponent: PageNotFound, errorComponent: PageFailure });

/** The pages of an organization are below this route. */
export const organizationRoute = createRoute({ getParentRoute: () => rootRoute, path: '/$slug', component: Frame });
