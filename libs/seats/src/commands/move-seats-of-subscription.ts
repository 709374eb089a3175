import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { EnsureMembers, FindMembers } from '#customer-portal/contract';
import { FindPurchase, type PurchaseSnapshot } from '#entitlements/contract';
import { Clock } from '#kernel';
import { type HeldSeat, SeatPools, type WhichPool } from '../domain/seat-pools.ts';

/**
 * The seats of a subscription go to the customer who has it now. Holders keep them, as members of that customer with the same addresses.
 */
export class MoveSeatsOfSubscription extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(MoveSeatsOfSubscription)
export class MoveSeatsOfSubscriptionHandler implements ICommandHandler<MoveSeatsOfSubscription> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Repeated if the subscription went to somebody else meanwhile. */
  async execute({ organizationId, subscriptionId }: MoveSeatsOfSubscription): Promise<void> {
    const pool = await this.pools.ofPurchase(organizationId, { subscriptionId });
    if (!pool) return;
    const which = { organizationId, poolId: pool.id };
    for (let movedTo: string | undefined; ;) {
      const purchase = await this.queries.execute(new FindPurchase({ subscriptionId }));
      if (!purchase || purchase.customerId === movedTo) return;
      await this.move(which, purchase);
      movedTo = purchase.customerId;
    }
  }

  private async move(which: WhichPool, { organizationId, customerId }: PurchaseSnapshot): Promise<void> {
    await this.pools.moveTo(which, customerId);
    let held = await this.pools.holdersOf(which, null);
    while (held.length > 0) {
      await this.passOn(which, organizationId, customerId, held);
      held = await this.pools.holdersOf(which, held.at(-1)!.seatId);
    }
  }

  private async passOn(which: WhichPool, organizationId: string, customerId: string, held: readonly HeldSeat[]): Promise<void> {
    const members = await this.queries.execute(new FindMembers(held.map(({ memberId }) => memberId)));
    const others = held.flatMap(({ seatId, memberId }) => {
      const member = members.get(memberId);
      return member && member.customer_id !== customerId ? [{ seatId, person: { email: member.email, name: member.name } }] : [];
    });
    if (others.length === 0) return;
    const people = others.map(({ person }) => person);
    const ids = await this.commands.execute(new EnsureMembers(organizationId, customerId, people));
    for (const [index, { seatId, person }] of others.entries()) {
      const recipient = { memberId: ids[index]!, email: person.email };
      await this.pools.change({ ...which, seatIds: [seatId], recipients: [recipient] }, (pool) =>
        pool.passOn(seatId, recipient, this.clock.now()),
      );
    }
  }
}
