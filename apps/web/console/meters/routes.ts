import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readMeterSearch, readMetersSearch } from './filters.ts';

export const meterRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/meters',
    validateSearch: readMetersSearch,
    component: lazyRouteComponent(() => import('./meters.tsx'), 'MetersPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/meters/$id',
    validateSearch: readMeterSearch,
    component: lazyRouteComponent(() => import('./meter.tsx'), 'MeterPage'),
  }),
] as const;
