import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readEventNamesSearch, readEventsSearch } from './filters.ts';

export const eventRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/events',
    validateSearch: readEventsSearch,
    component: lazyRouteComponent(() => import('./events.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/events/names',
    validateSearch: readEventNamesSearch,
    component: lazyRouteComponent(() => import('./event-names.tsx'), 'EventNamesPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/events/$id',
    component: lazyRouteComponent(() => import('./event.tsx'), 'EventPage'),
  }),
] as const;
