import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** Has the owners of organizations told what was not delivered: together, and at most once an hour. */
export class ReportUndelivered extends Command<void> {}

@CommandHandler(ReportUndelivered)
export class ReportUndeliveredHandler implements ICommandHandler<ReportUndelivered> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly clock: WallClock,
  ) {}

  execute(): Promise<void> {
    return this.undelivered.report(this.clock.now());
  }
}
