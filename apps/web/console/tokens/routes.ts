import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readTokensSearch } from './filters.ts';

export const tokenRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/tokens',
    validateSearch: readTokensSearch,
    component: lazyRouteComponent(() => import('./tokens.tsx'), 'TokensPage'),
  }),
] as const;
