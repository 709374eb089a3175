import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PurchaseRollups } from '../domain/purchase-rollups.ts';

/** The number of purchases of a kind that one statement adds up. */
export const REBUILT_AT_ONCE = 50_000;

/** Makes the sums of purchases anew, of one organization or of all, beside all other work. Returns of how many organizations. */
export class RebuildPurchaseRollups extends Command<number> {
  constructor(
    readonly organizationId?: string,
    readonly atOnce = REBUILT_AT_ONCE,
  ) {
    super();
  }
}

@CommandHandler(RebuildPurchaseRollups)
export class RebuildPurchaseRollupsHandler implements ICommandHandler<RebuildPurchaseRollups> {
  constructor(private readonly rollups: PurchaseRollups) {}

  /** Workers rebuild, too: then fewer organizations are left for this command. */
  async execute({ organizationId, atOnce }: RebuildPurchaseRollups): Promise<number> {
    await this.rollups.discard(organizationId);
    let rebuilt = 0;
    while ((await this.rollups.rebuildNext(atOnce)) !== null) rebuilt += 1;
    return rebuilt;
  }
}
