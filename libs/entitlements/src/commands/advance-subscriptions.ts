import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';

/**
 * Advances all due subscriptions: starts new periods, ends subscriptions, and ends grace periods. Stops early when aborted; the
 * next run continues. Returns the number of changes.
 */
export class AdvanceSubscriptions extends Command<number> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(AdvanceSubscriptions)
export class AdvanceSubscriptionsHandler implements ICommandHandler<AdvanceSubscriptions> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  async execute({ stop }: AdvanceSubscriptions): Promise<number> {
    const now = this.clock.now();
    let changes = 0;
    for (let batch = 1; batch > 0 && !stop.aborted; changes += batch) {
      batch = await this.subscriptions.changeDue(now, (subscription) => subscription.advance(now));
    }
    return changes;
  }
}
