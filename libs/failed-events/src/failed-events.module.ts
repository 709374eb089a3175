import { Module } from '@nestjs/common';
import { FailedEventsController } from './adapters/http/failed-events.controller.ts';
import { MikroOrmFailedEvents } from './adapters/persistence/failed-events.repository.ts';
import { FailedEvents } from './domain/failed-events.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [FailedEventsController],
  providers: [{ provide: FailedEvents, useClass: MikroOrmFailedEvents }, ...Object.values(commands), ...Object.values(queries)],
})
export class FailedEventsModule {}
