import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { ProviderEvents } from '../domain/provider-events.ts';

const DAY_MS = 86_400_000;

/** Deletes events that were processed or ignored so many days ago, in batches. What they said stays known. Stops early when aborted. */
export class DeleteOldProviderEvents extends Command<void> {
  constructor(
    readonly days: number,
    readonly stop: AbortSignal = new AbortController().signal,
  ) {
    super();
  }
}

@CommandHandler(DeleteOldProviderEvents)
export class DeleteOldProviderEventsHandler implements ICommandHandler<DeleteOldProviderEvents> {
  constructor(
    private readonly events: ProviderEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, stop }: DeleteOldProviderEvents): Promise<void> {
    const before = new Date(this.clock.now().getTime() - days * DAY_MS);
    for (let deleted = 1; deleted > 0 && !stop.aborted;) deleted = await this.events.deleteOld(before);
  }
}
