import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readReleaseSearch, readReleasesSearch } from './filters.ts';

export const releaseRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/releases',
    validateSearch: readReleasesSearch,
    component: lazyRouteComponent(() => import('./releases.tsx'), 'ReleasesPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/releases/$id',
    validateSearch: readReleaseSearch,
    component: lazyRouteComponent(() => import('./release.tsx'), 'ReleasePage'),
  }),
] as const;
