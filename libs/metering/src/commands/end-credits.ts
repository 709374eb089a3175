import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Balances } from '../domain/balances.ts';

/** Ends credits whose end has come, until none is left or aborted by `stop`. Several processes may do it at the same
 * time, and credits that cannot be ended do not keep others from it. */
export class EndCredits extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose credits are ended; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(EndCredits)
export class EndCreditsHandler implements ICommandHandler<EndCredits> {
  constructor(
    private readonly balances: Balances,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: EndCredits): Promise<void> {
    while (!stop.aborted) {
      const due = await this.balances.someWithEndedCredits(this.clock.now(of), of);
      const outcomes = await Promise.allSettled(
        due.map((ended) => this.balances.endCredits(ended, this.clock.now(ended.organizationId))),
      );
      if (outcomes.some(({ status }) => status === 'fulfilled')) continue;
      const [failed] = outcomes;
      if (failed?.status === 'rejected') throw failed.reason;
      return;
    }
  }
}
