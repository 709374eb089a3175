import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { pageIn, type Search } from '../search-parameters.ts';
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
    path: '/keys/batches',
    validateSearch: ({ page }: Search): { page?: number } => ({ page: pageIn(page) }),
    component: lazyRouteComponent(() => import('./batches/batches.tsx'), 'KeyBatchesPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/keys/$id',
    component: lazyRouteComponent(() => import('./key.tsx'), 'KeyPage'),
  }),
] as const;
