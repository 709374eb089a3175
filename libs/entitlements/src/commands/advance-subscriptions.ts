import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';

/**
 * Advances all due subscriptions: starts new periods, ends subscriptions, and ends grace periods. Stops early when aborted; the
 * next run continues. Returns the number of changes.
 */
export class AdvanceSubscriptions extends Command<number> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose subscriptions advance; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(AdvanceSubscriptions)
export class AdvanceSubscriptionsHandler implements ICommandHandler<AdvanceSubscriptions> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId }: AdvanceSubscriptions): Promise<number> {
    const now = this.clock.now(organizationId);
    const advance = (subscription: Subscription): void => subscription.advance(this.clock.now(subscription.organizationId));
    let changes = 0;
    for (let batch = 1; batch > 0 && !stop.aborted; changes += batch) {
      batch = await this.subscriptions.changeDue(now, advance, organizationId);
    }
    return changes;
  }
}
