import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readAddOnsSearch } from './filters.ts';

export const addOnRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/add-ons',
    validateSearch: readAddOnsSearch,
    component: lazyRouteComponent(() => import('./add-ons.tsx'), 'AddOnsPage'),
  }),
] as const;
