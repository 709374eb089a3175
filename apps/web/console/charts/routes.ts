import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readChartsSearch } from './filters.ts';

export const chartRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/charts',
    validateSearch: readChartsSearch,
    component: lazyRouteComponent(() => import('./charts.tsx'), 'ChartsPage'),
  }),
] as const;
