import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindGrantsInUse } from '#licensing/contract';
import { FindSeatHolders } from '#seats/contract';
import { BenefitGrants, type PurchaseReference } from '../domain/benefit-grants.ts';
import type { Entitlement } from '../domain/entitlement.ts';
import { grantedBenefits } from './granted-benefits.ts';
import { SyncSeatHolderGrants } from './sync-seat-holder-grants.ts';

/**
 * Updates the grants of a purchase to the current state of the purchase, its product, its benefits and its customer. For a
 * purchase of seats, also updates the grants of every member who holds a seat or still has grants from one.
 */
export class SyncPurchaseGrants extends Command<void> {
  /** `eventId` is the event after which the grants are updated; without one, no status set by hand is overruled. */
  constructor(
    readonly which: PurchaseReference,
    readonly eventId = 0,
  ) {
    super();
  }
}

@CommandHandler(SyncPurchaseGrants)
export class SyncPurchaseGrantsHandler implements ICommandHandler<SyncPurchaseGrants> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the other contexts after the revision, and repeats both if the revision has changed in the meantime. Repeats them as well if
   * the purchase brings fewer keys than before, because those in use stay.
   */
  async execute({ which, eventId }: SyncPurchaseGrants): Promise<void> {
    /** The grants whose use was looked up, because some of them end. */
    const known = new Set<string>();
    let inUse: ReadonlySet<string> = new Set();
    for (;;) {
      const purchase = await this.grants.purchase(which);
      if (!purchase) return;
      const { benefits, ownerId } = await grantedBenefits(this.queries, purchase);
      const now = this.clock.now();
      let undecided: readonly string[] = [];
      const sync = (entitlement: Entitlement): void => {
        const toChooseFrom = entitlement.grantsToChooseFrom(benefits);
        undecided = toChooseFrom.filter((id) => !known.has(id));
        if (undecided.length === 0) entitlement.sync(benefits, eventId, now, ownerId, inUse);
      };
      if (!(await this.grants.sync(which, purchase.revision, sync))) continue;
      if (undecided.length > 0) {
        for (const id of undecided) known.add(id);
        inUse = await this.queries.execute(new FindGrantsInUse(which.organizationId, [...known]));
        continue;
      }
      if (purchase.isBySeats) await this.syncHolders(which, eventId);
      return;
    }
  }

  private async syncHolders(which: PurchaseReference, eventId: number): Promise<void> {
    const sync = (memberId: string): Promise<void> => this.commands.execute(new SyncSeatHolderGrants(which, memberId, eventId));
    await forEachMember((after) => this.grants.membersGranted(which, after), sync);
    await forEachMember((after) => this.queries.execute(new FindSeatHolders(which, after)), sync);
  }
}

async function forEachMember(
  nextPage: (after: string | null) => Promise<string[]>,
  sync: (memberId: string) => Promise<void>,
): Promise<void> {
  let members = await nextPage(null);
  while (members.length > 0) {
    for (const memberId of members) await sync(memberId);
    members = await nextPage(members.at(-1)!);
  }
}
