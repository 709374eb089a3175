import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readUndeliveredSearch } from './filters.ts';

export const undeliveredRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/undelivered',
    validateSearch: readUndeliveredSearch,
    component: lazyRouteComponent(() => import('./undelivered.tsx'), 'UndeliveredPage'),
  }),
] as const;
