import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { EnsureMembers, FindCustomers, FindMemberOfCustomer, FindMembers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { FindPurchase, type PurchaseSnapshot } from '../contract/find-purchase.ts';
import { BenefitGrants, type HeldGrant } from '../domain/benefit-grants.ts';

/**
 * The grants of a subscription that a customer held go to the one who has the subscription now. Those of members with seats go to members
 * with the same addresses. A grant whose license key the seller gave to somebody else stays there.
 */
export class MoveGrantsOfSubscription extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
    /** Who had the benefits before. */
    readonly from: string,
    /** The event after which the grants are moved. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(MoveGrantsOfSubscription)
export class MoveGrantsOfSubscriptionHandler implements ICommandHandler<MoveGrantsOfSubscription> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Repeated if the subscription went to somebody else meanwhile. */
  async execute({ subscriptionId, from, eventId }: MoveGrantsOfSubscription): Promise<void> {
    let holderId = from;
    for (;;) {
      const purchase = await this.queries.execute(new FindPurchase({ subscriptionId }));
      if (!purchase || purchase.customerId === holderId) return;
      await this.moveAll(purchase, subscriptionId, holderId, eventId);
      holderId = purchase.customerId;
    }
  }

  private async moveAll(purchase: PurchaseSnapshot, subscriptionId: string, from: string, eventId: number): Promise<void> {
    const { organizationId, customerId } = purchase;
    const which = { organizationId, subscriptionId };
    const ownerId = await this.ownerOf(organizationId, customerId);
    let held = await this.grants.heldBy(which, from, null);
    while (held.length > 0) {
      const members = await this.membersInPlaceOf(purchase, held);
      for (const { id, memberId } of held) {
        const holder = { customerId, memberId: memberId === null ? null : (members.get(memberId) ?? ownerId) };
        await this.grants.change({ id, organizationId }, (grant) => {
          if (grant.customerId === from) grant.moveWithPurchase(holder, eventId, this.clock.now());
        });
      }
      held = await this.grants.heldBy(which, from, held.at(-1)!.id);
    }
  }

  /** The members of the new customer for those who hold seats: grants of an individual customer carry its owner instead. */
  private async membersInPlaceOf(
    { organizationId, customerId, seats }: PurchaseSnapshot,
    held: readonly HeldGrant[],
  ): Promise<ReadonlyMap<string, string>> {
    if (seats === null) return new Map();
    const members = await this.queries.execute(new FindMembers(held.flatMap(({ memberId }) => memberId ?? [])));
    const holders = [...members.values()];
    const people = holders.map(({ email, name }) => ({ email, name }));
    const ids = people.length === 0 ? [] : await this.commands.execute(new EnsureMembers(organizationId, customerId, people));
    return new Map(holders.map(({ id }, index) => [id, ids[index]!]));
  }

  private async ownerOf(organizationId: string, customerId: string): Promise<string | null> {
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (customer?.type === 'team') return null;
    return (await this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { role: 'owner' })))?.id ?? null;
  }
}
