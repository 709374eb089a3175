import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readDisputesSearch } from './filters.ts';

export const disputeRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/disputes',
    validateSearch: readDisputesSearch,
    component: lazyRouteComponent(() => import('./disputes.tsx'), 'DisputesPage'),
  }),
] as const;
