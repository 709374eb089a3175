import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { type DueEvent, EventLog } from '../domain/event-log.ts';
import { freeze } from './freeze.ts';

/** Events per transaction. */
const BATCH = 200;

/**
 * Publishes recorded events until none is due or `stop` is aborted. Returns whether there were any. `failed` is called with the
 * first error of a batch; the events that cannot be read are retried.
 */
export class PublishWebhookEvents extends Command<boolean> {
  constructor(
    readonly stop: AbortSignal,
    readonly failed: (error: unknown) => void,
  ) {
    super();
  }
}

@CommandHandler(PublishWebhookEvents)
export class PublishWebhookEventsHandler implements ICommandHandler<PublishWebhookEvents> {
  constructor(
    private readonly log: EventLog,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop, failed }: PublishWebhookEvents): Promise<boolean> {
    let total = 0;
    for (let published = BATCH; published === BATCH && !stop.aborted; total += published) {
      const errors: unknown[] = [];
      const read = (pending: readonly DueEvent[]) => freeze(this.queries, pending, (error) => errors.push(error));
      published = await this.log.publish(BATCH, read, this.clock.now());
      if (errors.length > 0) failed(new Error(`${errors.length} events cannot be read`, { cause: errors[0] }));
    }
    return total > 0;
  }
}
