import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type EventSelection, ProviderEvents } from '../domain/provider-events.ts';

/** Works on events of a connector again, in steps. Returns their number. */
export class ReplayProviderEvents extends Command<number> {
  constructor(readonly which: EventSelection) {
    super();
  }
}

@CommandHandler(ReplayProviderEvents)
export class ReplayProviderEventsHandler implements ICommandHandler<ReplayProviderEvents> {
  constructor(
    private readonly events: ProviderEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ which }: ReplayProviderEvents): Promise<number> {
    let total = 0;
    for (let after: string | null = null, isDone = false; !isDone;) {
      const { count, last }: { count: number; last: string | null } = await this.events.retryBatch(
        which,
        after,
        this.clock.now(),
      );
      total += count;
      after = last;
      isDone = last === null;
    }
    return total;
  }
}
