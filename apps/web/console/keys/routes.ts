import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readKeysSearch } from './filters.ts';

export const keyRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/keys',
    validateSearch: readKeysSearch,
    component: lazyRouteComponent(() => import('./keys.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/keys/import',
    component: lazyRouteComponent(() => import('./import/import.tsx'), 'ImportKeysPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/keys/$id',
    component: lazyRouteComponent(() => import('./key.tsx'), 'KeyPage'),
  }),
] as const;
