import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { DashboardView } from './dashboard.view.ts';
import { dashboardsOf } from './dashboard-rows.ts';

export class GetDashboard extends Query<DashboardView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetDashboard)
export class GetDashboardHandler implements IQueryHandler<GetDashboard> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetDashboard): Promise<DashboardView> {
    const row = await dashboardsOf(this.em, access.visible).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
