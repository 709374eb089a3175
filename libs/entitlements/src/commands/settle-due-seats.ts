import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions, type WhichSubscription } from '../domain/subscriptions.ts';
import { SettleScheduledSeats } from './settle-scheduled-seats.ts';

/** Makes all changes of seats that were scheduled for the end of a period that is over. Stops early when aborted. */
export class SettleDueSeats extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose seats are settled; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(SettleDueSeats)
export class SettleDueSeatsHandler implements ICommandHandler<SettleDueSeats> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId }: SettleDueSeats): Promise<void> {
    const now = this.clock.now(organizationId);
    for (let batch = await this.subscriptions.withSeatsDue(now, organizationId); batch.length > 0 && !stop.aborted;) {
      await this.settle(batch, stop);
      batch = await this.subscriptions.withSeatsDue(now, organizationId);
    }
  }

  /** A subscription that fails does not keep the others of its batch waiting. */
  private async settle(batch: readonly WhichSubscription[], stop: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const which of batch) {
      if (stop.aborted) return;
      await this.commands.execute(new SettleScheduledSeats(which)).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} scheduled changes of seats failed`);
  }
}
