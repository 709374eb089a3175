import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventCounts } from '../domain/event-counts.ts';

/** The number of positions, some without an event, whose events one step counts. What it costs to add to the counts is divided among them. */
const STEP_SIZE = 100_000;

/** Counts the stored events that have not been counted yet, in steps. Stops early when aborted; the next run continues. */
export class CountEvents extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(CountEvents)
export class CountEventsHandler implements ICommandHandler<CountEvents> {
  constructor(private readonly counts: EventCounts) {}

  async execute({ stop }: CountEvents): Promise<void> {
    if (!(await this.counts.prepare())) return;
    do while (!stop.aborted && (await this.counts.countNext(STEP_SIZE)));
    while (!stop.aborted && (await this.counts.sumNext(STEP_SIZE)));
    while (!stop.aborted && (await this.counts.countNextDay()));
  }
}
