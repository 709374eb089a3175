import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readEndpointSearch, readWebhooksSearch } from './filters.ts';

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/webhooks',
    validateSearch: readWebhooksSearch,
    component: lazyRouteComponent(() => import('./webhooks.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/webhooks/$id',
    validateSearch: readEndpointSearch,
    component: lazyRouteComponent(() => import('./endpoint.tsx'), 'EndpointPage'),
  }),
] as const;
