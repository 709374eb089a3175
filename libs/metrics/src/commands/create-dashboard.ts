import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Dashboard, type NewDashboard } from '../domain/dashboard.ts';
import { Dashboards } from '../domain/dashboards.ts';

/** Creates a dashboard and returns its id. */
export class CreateDashboard extends Command<string> {
  constructor(readonly attributes: NewDashboard) {
    super();
  }
}

@CommandHandler(CreateDashboard)
export class CreateDashboardHandler implements ICommandHandler<CreateDashboard> {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes }: CreateDashboard): Promise<string> {
    const dashboard = Dashboard.create(attributes, this.clock.now());
    await this.dashboards.add(dashboard);
    return dashboard.id;
  }
}
