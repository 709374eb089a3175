import { Module } from '@nestjs/common';
import { FailedEventsController } from './adapters/http/failed-events.controller.ts';
import { MikroOrmFailedEvents } from './adapters/persistence/failed-events.repository.ts';
import { RetryFailedEventHandler } from './commands/retry-failed-event.ts';
import { RetryFailedEventsHandler } from './commands/retry-failed-events.ts';
import { FailedEvents } from './domain/failed-events.ts';
import { GetFailedEventHandler } from './queries/get-failed-event.ts';
import { ListFailedEventsHandler } from './queries/list-failed-events.ts';

@Module({
  controllers: [FailedEventsController],
  providers: [
    { provide: FailedEvents, useClass: MikroOrmFailedEvents },
    RetryFailedEventHandler,
    RetryFailedEventsHandler,
    ListFailedEventsHandler,
    GetFailedEventHandler,
  ],
})
export class FailedEventsModule {}
