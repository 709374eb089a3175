import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { PurchaseFacts } from '#entitlements/contract';
import { Clock } from '#kernel';
import type { SeatMetadata } from '../domain/seat.ts';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPools, type WhichPurchase } from '../domain/seat-pools.ts';
import type { Reach } from './reach.ts';
import { type RecipientWish, recipientsOf } from './recipients.ts';
import { poolOf, purchaseWithin } from './seats-of-purchase.ts';
import { Turns } from './turns.ts';

export interface SeatWish {
  readonly recipient: RecipientWish;
  readonly metadata: SeatMetadata;
}

/** Gives each a seat of a purchase, to be claimed by invitation, or gives none. Answers with the seats' ids, in order. */
export class AssignSeats extends Command<string[]> {
  constructor(
    readonly reach: Reach,
    readonly purchase: WhichPurchase,
    readonly wishes: readonly SeatWish[],
    /** Nobody is invited, and the seats are claimed at once. */
    readonly immediately = false,
  ) {
    super();
  }
}

@CommandHandler(AssignSeats)
export class AssignSeatsHandler implements ICommandHandler<AssignSeats> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Only one at a time makes members of a customer: it locks them all out anyway, each with a connection of its own. */
  private readonly turns = new Turns();

  async execute({ reach, purchase: wanted, wishes, immediately }: AssignSeats): Promise<string[]> {
    const purchase = await purchaseWithin(this.queries, reach, wanted);
    return this.turns.take(purchase.customerId, () => this.assign(reach, purchase, wishes, immediately));
  }

  /** Where there is no seat left, nobody is made a member for one; whether there still is one then is for the pool to say. */
  private async assign(
    reach: Reach,
    purchase: PurchaseFacts,
    wishes: readonly SeatWish[],
    immediately: boolean,
  ): Promise<string[]> {
    const now = this.clock.now();
    const { id: poolId, bought, used } = await poolOf(this.pools, purchase, now);
    if (used + wishes.length > bought) throw new SeatNotAvailable();
    const recipients = await recipientsOf(
      { queries: this.queries, commands: this.commands },
      reach,
      purchase,
      wishes.map(({ recipient }) => recipient),
    );
    const assignments = wishes.map(({ metadata }, index) => ({ metadata, recipient: recipients[index]! }));
    return this.pools.change<string[]>({ organizationId: purchase.organizationId, poolId, recipients }, (pool) => {
      const seats = immediately ? pool.assignClaimed(assignments, now) : pool.assign(assignments, now);
      return seats.map(({ id }) => id);
    });
  }
}
