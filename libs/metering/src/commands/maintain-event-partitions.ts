import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EventSinks } from '../domain/event-sink.ts';
import { Partitions } from '../domain/partitions.ts';

const DAY_MS = 86_400_000;

/**
 * Creates partitions for future events and deletes events older than `days`, once the sink has them; `null` keeps all events. Stops early
 * when aborted; the next run continues.
 */
export class MaintainEventPartitions extends Command<void> {
  constructor(
    readonly days: number | null,
    readonly stop: AbortSignal = new AbortController().signal,
  ) {
    super();
  }
}

@CommandHandler(MaintainEventPartitions)
export class MaintainEventPartitionsHandler implements ICommandHandler<MaintainEventPartitions> {
  constructor(
    private readonly partitions: Partitions,
    private readonly sinks: EventSinks,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, stop }: MaintainEventPartitions): Promise<void> {
    const now = this.clock.now();
    await this.partitions.createAhead(now);
    if (days === null) return;
    await this.partitions.detachBefore(new Date(now.getTime() - days * DAY_MS), this.sinks.used?.name);
    await this.partitions.divideExternalIds(now, days);
    while (!stop.aborted && (await this.partitions.deleteEvents()));
  }
}
