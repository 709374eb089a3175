import { Module } from '@nestjs/common';
import { DashboardsController } from './adapters/http/dashboards.controller.ts';
import { MetricsController } from './adapters/http/metrics.controller.ts';
import { MikroOrmDashboards } from './adapters/persistence/dashboards.repository.ts';
import { CreateDashboardHandler } from './commands/create-dashboard.ts';
import { DeleteDashboardHandler } from './commands/delete-dashboard.ts';
import { UpdateDashboardHandler } from './commands/update-dashboard.ts';
import { Dashboards } from './domain/dashboards.ts';
import { GetDashboardHandler } from './queries/get-dashboard.ts';
import { GetMetricsHandler } from './queries/get-metrics.ts';
import { ListDashboardsHandler } from './queries/list-dashboards.ts';

const ports = [{ provide: Dashboards, useClass: MikroOrmDashboards }];
const commands = [CreateDashboardHandler, UpdateDashboardHandler, DeleteDashboardHandler];
const queries = [GetMetricsHandler, ListDashboardsHandler, GetDashboardHandler];

@Module({
  controllers: [DashboardsController, MetricsController],
  providers: [...ports, ...commands, ...queries],
})
export class MetricsModule {}
