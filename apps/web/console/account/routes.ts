import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';

export const accountRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
  }),
] as const;
