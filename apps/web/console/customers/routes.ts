import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readCustomersSearch } from './filters.ts';

export const customerRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/customers',
    validateSearch: readCustomersSearch,
    component: lazyRouteComponent(() => import('./customers.tsx'), 'CustomersPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/customers/$id',
    component: lazyRouteComponent(() => import('./customer.tsx'), 'CustomerPage'),
  }),
] as const;
