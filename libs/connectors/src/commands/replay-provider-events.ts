import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Connectors } from '../domain/connectors.ts';
import { type EventSelection, ProviderEvents } from '../domain/provider-events.ts';

/** Works on events of a connector again, in steps. Returns their number; null if there is no such connector. */
export class ReplayProviderEvents extends Command<number | null> {
  constructor(readonly which: EventSelection) {
    super();
  }
}

@CommandHandler(ReplayProviderEvents)
export class ReplayProviderEventsHandler implements ICommandHandler<ReplayProviderEvents> {
  constructor(
    private readonly connectors: Connectors,
    private readonly events: ProviderEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ which }: ReplayProviderEvents): Promise<number | null> {
    if (!(await this.connectors.find(which.connectorId))) return null;
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
