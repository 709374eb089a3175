import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readSubscriptionsSearch } from './filters.ts';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/subscriptions',
    validateSearch: readSubscriptionsSearch,
    component: lazyRouteComponent(() => import('./subscriptions.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/subscriptions/$id',
    component: lazyRouteComponent(() => import('./subscription.tsx'), 'SubscriptionPage'),
  }),
] as const;
