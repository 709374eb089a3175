import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CountedMonth, EventCounts } from '../domain/event-counts.ts';

/**
 * Counts all stored events again, month by month of each organization, and their usage, day by day of each meter, while the service runs.
 * Returns the number of months.
 */
export class RecountEvents extends Command<number> {}

@CommandHandler(RecountEvents)
export class RecountEventsHandler implements ICommandHandler<RecountEvents> {
  constructor(private readonly counts: EventCounts) {}

  async execute(): Promise<number> {
    let months = 0;
    let month: CountedMonth | null = null;
    while ((month = await this.counts.monthAfter(month))) {
      await this.counts.recount(month);
      months += 1;
    }
    let meterId: string | null = null;
    while ((meterId = await this.counts.forgetUsageAfter(meterId)));
    while (await this.counts.countNextDay());
    return months;
  }
}
