import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { PurchaseSnapshot } from '#entitlements/contract';
import { Clock, MailLimits } from '#kernel';
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
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mailLimits: MailLimits,
    private readonly clock: Clock,
  ) {}

  /** Assignments for the same customer lock its members anyway. The mutex keeps waiting requests from occupying a connection each. */
  private readonly mutex = new KeyedMutex();

  async execute({ access, purchase: which, inputs, immediately }: AssignSeats): Promise<string[]> {
    const purchase = await findAccessiblePurchase(this.queries, access, which);
    if (!purchase.entitles) throw new SeatNotAvailable('No available seats. The purchase has ended, is paused or is not paid.');
    return this.mutex.run(purchase.customerId, () => this.assign(access, purchase, inputs, immediately));
  }

  /** Checks for free seats before members are created; the pool checks again when it assigns them. */
  private async assign(
    access: SeatAccess,
    purchase: PurchaseSnapshot,
    inputs: readonly SeatAssignmentInput[],
    immediately: boolean,
  ): Promise<string[]> {
    const now = this.clock.now();
    const { id: poolId, capacity, assigned } = await ensurePool(this.pools, purchase, now);
    if (assigned + inputs.length > capacity) throw new SeatNotAvailable();
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
