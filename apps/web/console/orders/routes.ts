import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readOrdersSearch } from './filters.ts';

export const orderRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/orders',
    validateSearch: readOrdersSearch,
    component: lazyRouteComponent(() => import('./orders.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/orders/$id',
    component: lazyRouteComponent(() => import('./order.tsx'), 'OrderPage'),
  }),
] as const;
