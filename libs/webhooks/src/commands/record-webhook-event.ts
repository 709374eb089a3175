import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventLog, type PendingEvent } from '../domain/event-log.ts';

/** Told when this process has recorded an event. Other processes find it by polling. */
export class RecordedEvents {
  private listener: () => void = () => undefined;

  listen(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener();
  }
}

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
