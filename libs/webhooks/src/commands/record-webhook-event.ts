import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventLog, type PendingEvent } from '../domain/event-log.ts';
import { RecordedEvents } from './recorded-events.ts';

/** Stores an event to be published, if anybody wants it. Can be repeated. */
export class RecordWebhookEvent extends Command<void> {
  constructor(readonly event: PendingEvent) {
    super();
  }
}

@CommandHandler(RecordWebhookEvent)
export class RecordWebhookEventHandler implements ICommandHandler<RecordWebhookEvent> {
  constructor(
    private readonly log: EventLog,
    private readonly recorded: RecordedEvents,
  ) {}

  async execute({ event }: RecordWebhookEvent): Promise<void> {
    if (await this.log.record(event)) this.recorded.notify();
  }
}
