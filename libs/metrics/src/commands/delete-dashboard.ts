import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { Dashboards } from '../domain/dashboards.ts';

export class DeleteDashboard extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteDashboard)
export class DeleteDashboardHandler implements ICommandHandler<DeleteDashboard> {
  constructor(private readonly dashboards: Dashboards) {}

  execute({ access, id }: DeleteDashboard): Promise<void> {
    return this.dashboards.remove({ id, organizations: access.visible }, ({ organizationId }) =>
      access.assertCanManage(organizationId),
    );
  }
}
