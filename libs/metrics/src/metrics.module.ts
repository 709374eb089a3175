import { Module } from '@nestjs/common';
import { DashboardsController } from './adapters/http/dashboards.controller.ts';
import { MetricsController } from './adapters/http/metrics.controller.ts';
import { MikroOrmDashboards } from './adapters/persistence/dashboards.repository.ts';
import { Dashboards } from './domain/dashboards.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [{ provide: Dashboards, useClass: MikroOrmDashboards }];

@Module({
  controllers: [DashboardsController, MetricsController],
  providers: [...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class MetricsModule {}
