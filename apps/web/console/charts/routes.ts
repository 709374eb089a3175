import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readChartsSearch, readTimeSearch } from './filters.ts';

export const chartRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/charts',
    validateSearch: readChartsSearch,
    component: lazyRouteComponent(() => import('./charts.tsx'), 'ChartsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/dashboards',
    component: lazyRouteComponent(() => import('./dashboards.tsx'), 'DashboardsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/dashboards/$id',
    validateSearch: readTimeSearch,
    component: lazyRouteComponent(() => import('./dashboard.tsx'), 'DashboardPage'),
  }),
] as const;
