import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readAuditSearch } from './filters.ts';

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLogPage'),
  }),
] as const;
