import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Seat } from '../src/domain/seat.ts';
import type { SeatPool } from '../src/domain/seat-pool.ts';
import {
  type HeldSeat,
  type SeatPoolSummary,
  type SeatLocation,
  SeatPools,
  type WhichPool,
  type WhichPurchase,
} from '../src/domain/seat-pools.ts';

/** Pools in a map, with all of their seats. Keeps the recorded events. */
export class InMemorySeatPools extends SeatPools {
  readonly events: DomainEvent[] = [];
  private readonly pools = new Map<string, SeatPool>();

  async open(pool: SeatPool): Promise<void> {
    const { organizationId, subscriptionId, orderId } = pool;
    const purchase = subscriptionId === null ? { orderId: orderId! } : { subscriptionId };
    if (!(await this.ofPurchase(organizationId, purchase))) this.pools.set(pool.id, pool);
  }

  async ofPurchase(organizationId: string, purchase: WhichPurchase): Promise<SeatPoolSummary | undefined> {
    const isOfPurchase = (pool: SeatPool): boolean =>
      'orderId' in purchase ? pool.orderId === purchase.orderId : pool.subscriptionId === purchase.subscriptionId;
    const pool = this.all.find((each) => each.organizationId === organizationId && isOfPurchase(each));
    return pool && { id: pool.id, capacity: pool.capacity, assigned: pool.assigned, revision: pool.revision };
  }

  async seat(id: string, organizations: readonly string[]): Promise<SeatLocation | undefined> {
    return this.locations((seat) => seat.id === id).find(({ organizationId }) => organizations.includes(organizationId));
  }

  async invited(digests: readonly Buffer[], now: Date): Promise<SeatLocation | undefined> {
    return this.locations((seat) => seat.acceptsToken(digests, now))[0];
  }

  async assignedSeats({ organizationId, poolId }: WhichPool, expiredAt?: Date): Promise<string[]> {
    return this.seatsOf({ organizationId, poolId }, (seat) => (expiredAt ? seat.hasExpired(expiredAt) : seat.isAssigned));
  }

  async withDetails(which: WhichPool): Promise<string[]> {
    return this.seatsOf(which, ({ hasDetails }) => hasDetails);
  }

  async heldBy(organizationId: string, memberId: string): Promise<SeatLocation[]> {
    return this.locations((seat) => seat.isAssigned && seat.memberId === memberId).filter(
      (location) => location.organizationId === organizationId,
    );
  }

  async ofCustomer(organizationId: string, customerId: string): Promise<string[]> {
    return this.all
      .filter((pool) => pool.organizationId === organizationId && pool.customerId === customerId)
      .map(({ id }) => id);
  }

  async change<T>({ organizationId, poolId }: WhichPool, by: (pool: SeatPool) => Sync<T>): Promise<T> {
    const pool = this.pools.get(poolId);
    if (pool?.organizationId !== organizationId) throw new ResourceNotFound();
    const outcome = by(pool);
    this.events.push(...pool.pullEvents());
    return outcome as T;
  }

  async holdersOf({ organizationId, poolId }: WhichPool, after: string | null): Promise<HeldSeat[]> {
    return this.locations((seat) => seat.isAssigned)
      .filter((location) => location.organizationId === organizationId && location.poolId === poolId)
      .map(({ seatId, memberId }) => ({ seatId, memberId: memberId! }))
      .filter(({ seatId }) => after === null || seatId > after)
      .sort((one, other) => (one.seatId < other.seatId ? -1 : 1));
  }

  async moveTo({ poolId }: WhichPool, customerId: string): Promise<void> {
    const pool = this.pools.get(poolId)!;
    Object.assign(pool, { customerId });
    for (const seat of pool.seats) if (seat.isAssigned) seat.customerId = customerId;
  }

  private seatsOf({ organizationId, poolId }: WhichPool, isSelected: (seat: Seat) => boolean): string[] {
    return this.locations(isSelected)
      .filter((location) => location.organizationId === organizationId && location.poolId === poolId)
      .map(({ seatId }) => seatId);
  }

  private locations(isSelected: (seat: Seat) => boolean): SeatLocation[] {
    return this.all.flatMap((pool) => {
      const { organizationId, customerId, subscriptionId, orderId } = pool;
      const location = { organizationId, poolId: pool.id, customerId, subscriptionId, orderId };
      return pool.seats.filter(isSelected).map(({ id: seatId, memberId, email }) => ({ ...location, seatId, memberId, email }));
    });
  }

  private get all(): SeatPool[] {
    return [...this.pools.values()];
  }
}
