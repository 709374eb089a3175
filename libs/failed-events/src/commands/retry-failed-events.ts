import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FailedEvents } from '../domain/failed-events.ts';

/** Events that one request retries. */
export const MOST_RETRIED = 1_000;

/** Asks the worker to process the failed events of an organization again, those that failed first. Returns their number. */
export class RetryFailedEvents extends Command<number> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@CommandHandler(RetryFailedEvents)
export class RetryFailedEventsHandler implements ICommandHandler<RetryFailedEvents> {
  constructor(private readonly events: FailedEvents) {}

  execute({ organizationId }: RetryFailedEvents): Promise<number> {
    return this.events.changeSome(organizationId, MOST_RETRIED, (event) => event.retry());
  }
}
