import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { DashboardView } from './dashboard.view.ts';
import { anyOf, readDb } from '#engine/persistence';
import type { MetricsTables } from '../adapters/persistence/dashboard.mapping.ts';

const COLUMNS = ['id', 'created_at', 'modified_at', 'organization_id', 'name', 'metrics'] as const;

/** The dashboards of these organizations. */
export const dashboardsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<MetricsTables>(em).selectFrom('metrics.dashboards').select(COLUMNS).where(anyOf('organization_id', organizations));

/** The dashboards of organizations, the oldest first. An organization has a limited number of them. */
export class ListDashboards extends Query<DashboardView[]> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListDashboards)
export class ListDashboardsHandler implements IQueryHandler<ListDashboards> {
  constructor(private readonly em: EntityManager) {}

  execute({ access, organizationIds }: ListDashboards): Promise<DashboardView[]> {
    return dashboardsOf(this.em, access.narrow(organizationIds)).orderBy('created_at').orderBy('id').execute();
  }
}
