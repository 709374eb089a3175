import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PurchaseRollups } from '../domain/purchase-rollups.ts';
import { REBUILT_AT_ONCE } from './rebuild-purchase-rollups.ts';

/** The number of recorded changes of a kind that one transaction moves. */
const BATCH = 5_000;

/** Makes sums where they are missing, and adds recorded changes to them, in batches, until done or aborted by `stop`. */
export class RollUpPurchases extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(RollUpPurchases)
export class RollUpPurchasesHandler implements ICommandHandler<RollUpPurchases> {
  constructor(private readonly rollups: PurchaseRollups) {}

  async execute({ stop }: RollUpPurchases): Promise<void> {
    while (!stop.aborted && (await this.rollups.rebuildNext(REBUILT_AT_ONCE)) !== null);
    while (!stop.aborted && (await this.rollups.rollUp(BATCH)) > 0);
  }
}
