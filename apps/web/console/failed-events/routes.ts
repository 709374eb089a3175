import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readFailedEventsSearch } from './filters.ts';

export const failedEventRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/failed-events',
    validateSearch: readFailedEventsSearch,
    component: lazyRouteComponent(() => import('./failed-events.tsx'), 'FailedEventsPage'),
  }),
] as const;
