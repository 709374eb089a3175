import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { DashboardView } from './dashboard.view.ts';
import { dashboardsOf } from './dashboard-rows.ts';

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
