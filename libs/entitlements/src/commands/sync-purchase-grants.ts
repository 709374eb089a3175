import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { FindKeysOfGrants } from '../needs/keys-of-purchases.ts';
import { SyncSeatHolderGrants } from '../contract/seats-of-purchases.ts';
import { FindSeatHolders } from '../needs/seats-of-purchases.ts';
import { BenefitGrants, type PurchaseInBrief, type PurchaseReference, UNDECIDED } from '../domain/benefit-grants.ts';
import type { Entitlement, GrantUse } from '../domain/entitlement.ts';
import type { OrderPaid } from '../domain/order.events.ts';
import { grantedBenefits } from './granted-benefits.ts';

/**
 * Updates the grants of a purchase to the current state of the purchase, its product, its benefits and its customer. For a
 * purchase of seats, also updates the grants of every member who holds a seat or still has grants from one.
 */
export class SyncPurchaseGrants extends Command<void> {
  /** `eventId` is the event after which the grants are updated; without one, no status set by hand is overruled. */
  constructor(
    readonly which: PurchaseReference,
    readonly eventId = 0,
    /** What that event tells of an order; without it, or once something was decided, the purchase is read. */
    readonly paid?: OrderPaid['payload'],
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
   * the purchase brings fewer keys than before, because those that are used or were passed on stay.
   */
  async execute({ which, eventId, paid }: SyncPurchaseGrants): Promise<void> {
    /** The grants whose use was looked up, because some of them end. */
    const known = new Set<string>();
    let uses: ReadonlyMap<string, GrantUse> = new Map();
    for (let expected = paid && undecided(paid); ; expected = undefined) {
      const purchase = expected ?? (await this.grants.purchase(which));
      if (!purchase) return;
      const { benefits, ownerId } = await grantedBenefits(this.queries, which.organizationId, purchase);
      const now = this.clock.now();
      let toLookUp: readonly string[] = [];
      const sync = (entitlement: Entitlement): void => {
        const toChooseFrom = entitlement.grantsToChooseFrom(benefits);
        toLookUp = toChooseFrom.filter((id) => !known.has(id));
        if (toLookUp.length === 0) entitlement.sync(benefits, eventId, now, ownerId, uses);
      };
      if (!(await this.grants.sync(which, purchase.revision, sync))) continue;
      if (toLookUp.length > 0) {
        for (const id of toLookUp) known.add(id);
        uses = await this.usesOf(which.organizationId, purchase.customerId, [...known]);
        continue;
      }
      if (purchase.isBySeats) await this.syncHolders(which, eventId);
      return;
    }
  }

  /** The license keys are asked, because a grant learns of a transfer of its key later. */
  private async usesOf(
    organizationId: string,
    customerId: string,
    grantIds: readonly string[],
  ): Promise<ReadonlyMap<string, GrantUse>> {
    const keys = await this.queries.execute(new FindKeysOfGrants(organizationId, grantIds));
    const holders = new Set([customerId, ...keys.map((key) => key.customerId)]);
    const customers = await this.queries.execute(new IdentifyCustomers([...holders]));
    const ends = new Map(customers.map(({ id, merged_into }) => [id, merged_into ?? id]));
    const isPassedOn = (holder: string): boolean => ends.get(holder) !== ends.get(customerId);
    return new Map(
      keys.flatMap((key): [string, GrantUse][] => {
        if (isPassedOn(key.customerId)) return [[key.grantId, 'passed_on']];
        return key.wasUsed ? [[key.grantId, 'in_use']] : [];
      }),
    );
  }

  private async syncHolders(which: PurchaseReference, eventId: number): Promise<void> {
    const sync = (memberId: string): Promise<void> => this.commands.execute(new SyncSeatHolderGrants(which, memberId, eventId));
    await forEachMember((after) => this.grants.membersGranted(which, after), sync);
    await forEachMember((after) => this.queries.execute(new FindSeatHolders(which, after)), sync);
  }
}

/** The purchase as the event tells it. What an order is about never changes, and who gets it is found by the id that was merged. */
const undecided = ({ customer_id, recipient_id, seats, bought }: OrderPaid['payload']): PurchaseInBrief | undefined =>
  bought && {
    customerId: recipient_id ?? customer_id,
    products: new Map(Object.entries(bought.quantities)),
    renewsLicenseKeyId: bought.renews_license_key_id,
    boughtAt: new Date(bought.at),
    isBySeats: seats !== null,
    revision: UNDECIDED,
  };

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
