import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { PurchaseSnapshot } from '#entitlements/contract';
import { WallClock } from '#kernel';
import { MailLimits } from '#support/mails';
import type { SeatMetadata } from '../domain/seat-pool-state.ts';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPools, type WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { type RecipientInput, recipientsOf } from './recipients.ts';
import { assertEntitles, ensurePool, findAccessiblePurchase } from './find-accessible-purchase.ts';

interface PoolUnderWay {
  seats: number;
  ended: PromiseWithResolvers<void>;
}

/**
 * The assignments of this process that have not ended, by pool. Recipients become members before they get their seat, so only as many
 * assignments run as there are free seats; the others wait, and find out whether any are left. Waiting ones hold no resources.
 */
export class AssignmentsUnderWay {
  private readonly pools = new Map<string, PoolUnderWay>();

  /** The seats that they will take if they succeed. */
  seatsOf(poolId: string): number {
    return this.pools.get(poolId)?.seats ?? 0;
  }

  /** Resolves when one of them has ended. */
  async nextEnd(poolId: string): Promise<void> {
    await this.pools.get(poolId)?.ended.promise;
  }

  async run<T>(poolId: string, seats: number, work: () => Promise<T>): Promise<T> {
    const pool = this.pools.get(poolId) ?? { seats: 0, ended: Promise.withResolvers<void>() };
    this.pools.set(poolId, pool);
    pool.seats += seats;
    try {
      return await work();
    } finally {
      pool.seats -= seats;
      const { ended } = pool;
      pool.ended = Promise.withResolvers<void>();
      if (pool.seats === 0) this.pools.delete(poolId);
      ended.resolve();
    }
  }
}

export interface SeatAssignmentInput {
  readonly recipient: RecipientInput;
  readonly metadata: SeatMetadata;
}

/**
 * Assigns a seat of a purchase that entitles to each recipient, all or none, to be claimed by invitation. Returns the seat ids in order. Throws
 * `TooManyRequests` if the invitations exceed the limits of mail.
 */
export class AssignSeats extends Command<string[]> {
  constructor(
    readonly access: SeatAccess,
    readonly purchase: WhichPurchase,
    readonly inputs: readonly SeatAssignmentInput[],
    /** Whether the seats are claimed immediately, without an invitation. */
    readonly immediately = false,
  ) {
    super();
  }
}

@CommandHandler(AssignSeats)
export class AssignSeatsHandler implements ICommandHandler<AssignSeats> {
  private readonly underWay = new AssignmentsUnderWay();

  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mailLimits: MailLimits,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, purchase: which, inputs, immediately }: AssignSeats): Promise<string[]> {
    const purchase = await findAccessiblePurchase(this.queries, access, which);
    assertEntitles(purchase);
    return this.whenSeatsAreFree(purchase, inputs.length, (poolId) => this.assign(access, purchase, poolId, inputs, immediately));
  }

  /** Checks for free seats before members are created; the pool checks again when it assigns them. */
  private async whenSeatsAreFree<T>(
    purchase: PurchaseSnapshot,
    seats: number,
    assign: (poolId: string) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const { id, capacity, assigned } = await ensurePool(this.pools, purchase, this.clock.now());
      if (assigned + seats > capacity) throw new SeatNotAvailable();
      const others = this.underWay.seatsOf(id);
      if (others === 0 || assigned + others + seats <= capacity) return this.underWay.run(id, seats, () => assign(id));
      await this.underWay.nextEnd(id);
    }
  }

  private async assign(
    access: SeatAccess,
    purchase: PurchaseSnapshot,
    poolId: string,
    inputs: readonly SeatAssignmentInput[],
    immediately: boolean,
  ): Promise<string[]> {
    const now = this.clock.now();
    const recipients = await recipientsOf(
      { queries: this.queries, commands: this.commands },
      access,
      purchase,
      inputs.map(({ recipient }) => recipient),
    );
    const assignments = inputs.map(({ metadata }, index) => ({ metadata, recipient: recipients[index]! }));
    const { organizationId } = purchase;
    const { customerId } = access;
    const invited = immediately ? [] : recipients.map(({ email }) => email);
    return this.mailLimits.within({ kind: 'seat-invitation', organizationId, customerId, recipients: invited }, () =>
      this.pools.change<string[]>({ organizationId, poolId, recipients }, (pool) => {
        const seats = immediately ? pool.assignClaimed(assignments, now) : pool.assign(assignments, now);
        return seats.map(({ id }) => id);
      }),
    );
  }
}
