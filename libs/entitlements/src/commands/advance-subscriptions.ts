import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';

/**
 * Does for all subscriptions what time brings: new periods, ends, and ends of grace. What is left when it is to stop, the next
 * one does. Answers how many steps that were.
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
    let steps = 0;
    for (let some = 1; some > 0 && !stop.aborted; steps += some) {
      some = await this.subscriptions.changeDue(now, (subscription) => subscription.advance(now));
    }
    return steps;
  }
}
