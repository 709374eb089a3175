import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { PurchaseSnapshot } from '#entitlements/contract';
import { Clock } from '#kernel';
import type { SeatMetadata } from '../domain/seat.ts';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPools, type WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { type RecipientInput, recipientsOf } from './recipients.ts';
import { ensurePool, findAccessiblePurchase } from './find-accessible-purchase.ts';
import { KeyedMutex } from './keyed-mutex.ts';

export interface SeatAssignmentInput {
  readonly recipient: RecipientInput;
  readonly metadata: SeatMetadata;
}

/** Gives each a seat of a purchase, to be claimed by invitation, or gives none. Answers with the seats' ids, in order. */
export class AssignSeats extends Command<string[]> {
  constructor(
    readonly reach: SeatAccess,
    readonly purchase: WhichPurchase,
    readonly wishes: readonly SeatAssignmentInput[],
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
  private readonly turns = new KeyedMutex();

  async execute({ reach, purchase: wanted, wishes, immediately }: AssignSeats): Promise<string[]> {
    const purchase = await findAccessiblePurchase(this.queries, reach, wanted);
    return this.turns.run(purchase.customerId, () => this.assign(reach, purchase, wishes, immediately));
  }

  /** Where there is no seat left, nobody is made a member for one; whether there still is one then is for the pool to say. */
  private async assign(
    reach: SeatAccess,
    purchase: PurchaseSnapshot,
    wishes: readonly SeatAssignmentInput[],
    immediately: boolean,
  ): Promise<string[]> {
    const now = this.clock.now();
    const { id: poolId, capacity, assigned } = await ensurePool(this.pools, purchase, now);
    if (assigned + wishes.length > capacity) throw new SeatNotAvailable();
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
