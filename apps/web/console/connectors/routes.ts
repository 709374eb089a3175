import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readConnectorSearch, readConnectorsSearch } from './filters.ts';

export const connectorRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/connectors',
    validateSearch: readConnectorsSearch,
    component: lazyRouteComponent(() => import('./connectors.tsx'), 'ConnectorsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/connectors/$id',
    validateSearch: readConnectorSearch,
    component: lazyRouteComponent(() => import('./connector.tsx'), 'ConnectorPage'),
  }),
] as const;
