import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { DashboardChanges } from '../domain/dashboard.ts';
import { Dashboards } from '../domain/dashboards.ts';

export class UpdateDashboard extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: DashboardChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateDashboard)
export class UpdateDashboardHandler implements ICommandHandler<UpdateDashboard> {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateDashboard): Promise<void> {
    return this.dashboards.change({ id, organizations: access.visible }, (dashboard) => {
      access.assertCanManage(dashboard.organizationId);
      dashboard.update(changes, this.clock.now());
    });
  }
}
