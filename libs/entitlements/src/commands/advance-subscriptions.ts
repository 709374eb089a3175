import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';

/** Does for all subscriptions what time brings: new periods, ends, and ends of grace. Answers how many steps that were. */
export class AdvanceSubscriptions extends Command<number> {}

@CommandHandler(AdvanceSubscriptions)
export class AdvanceSubscriptionsHandler implements ICommandHandler<AdvanceSubscriptions> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const now = this.clock.now();
    let steps = 0;
    for (let some = 1; some > 0; steps += some) {
      some = await this.subscriptions.changeDue(now, (subscription) => subscription.advance(now));
    }
    return steps;
  }
}
