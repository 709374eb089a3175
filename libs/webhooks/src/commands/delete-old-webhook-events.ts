import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EventLog } from '../domain/event-log.ts';

const DAY_MS = 86_400_000;

/** Deletes the bodies of events, and events with their deliveries and attempts, that are older than these days. */
export class DeleteOldWebhookEvents extends Command<void> {
  constructor(
    readonly days: { readonly bodies: number; readonly events: number },
    readonly stop: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(DeleteOldWebhookEvents)
export class DeleteOldWebhookEventsHandler implements ICommandHandler<DeleteOldWebhookEvents> {
  constructor(
    private readonly log: EventLog,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, stop }: DeleteOldWebhookEvents): Promise<void> {
    const now = this.clock.now().getTime();
    const before = { bodies: new Date(now - days.bodies * DAY_MS), events: new Date(now - days.events * DAY_MS) };
    for (let mayHaveMore = true; mayHaveMore && !stop.aborted;) mayHaveMore = await this.log.deleteOld(before);
  }
}
