import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readSeatsSearch } from './filters.ts';

export const seatRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/seats',
    validateSearch: readSeatsSearch,
    component: lazyRouteComponent(() => import('./pools.tsx'), 'PoolsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/seats/$purchase/$id',
    component: lazyRouteComponent(() => import('./pool.tsx'), 'PoolPage'),
  }),
] as const;
