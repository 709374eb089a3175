import type { Sync } from '#kernel';
import type { Recipient } from './seat.ts';
import type { SeatPool } from './seat-pool.ts';

/** Selects a purchase. */
export type WhichPurchase = { readonly subscriptionId: string } | { readonly orderId: string };

/** Selects a pool and the seats to load. One revoked seat per recipient is loaded too, as far as there are any. */
export interface WhichPool {
  readonly organizationId: string;
  readonly poolId: string;
  readonly seatIds?: readonly string[];
  /** Load the seats that these recipients already hold. */
  readonly recipients?: readonly Recipient[];
}

/** A seat with its pool and purchase. */
export interface SeatLocation {
  readonly organizationId: string;
  readonly poolId: string;
  readonly seatId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  /** The address of the holder; null if the seat is not assigned. */
  readonly email: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

export interface SeatPoolSummary {
  readonly id: string;
  readonly capacity: number;
  readonly assigned: number;
  readonly revision: number;
}

/** A seat in use and the member who holds it. */
export interface HeldSeat {
  readonly seatId: string;
  readonly memberId: string;
}

/** The repository of seat pools: one pool per purchase of seats. */
export abstract class SeatPools {
  /** Stores the pool, unless the purchase already has one. */
  abstract open(pool: SeatPool): Promise<void>;

  abstract ofPurchase(organizationId: string, purchase: WhichPurchase): Promise<SeatPoolSummary | undefined>;

  /** Finds a seat by id within the given organizations. */
  abstract seat(id: string, organizations: readonly string[]): Promise<SeatLocation | undefined>;

  /** The seat of an invitation. Runs the same single statement for valid and invalid tokens. */
  abstract invited(digests: readonly Buffer[], now: Date): Promise<SeatLocation | undefined>;

  /** Ids of one batch of seats in use; with `expiredAt`, of those whose invitation had expired at that time. */
  abstract assignedSeats(pool: WhichPool, expiredAt?: Date): Promise<string[]>;

  /** Ids of one batch of seats that have an address or metadata. */
  abstract withDetails(pool: WhichPool): Promise<string[]>;

  /** The seats that a member holds. */
  abstract heldBy(organizationId: string, memberId: string): Promise<SeatLocation[]>;

  /** Ids of the pools of a customer's purchases. */
  abstract ofCustomer(organizationId: string, customerId: string): Promise<string[]>;

  /** One batch of the seats in use, ordered by id, with their holders. `after` is the last id of the batch before. */
  abstract holdersOf(pool: WhichPool, after: string | null): Promise<HeldSeat[]>;

  /** The purchase of the pool has another customer. */
  abstract moveTo(pool: WhichPool, customerId: string): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichPool, by: (pool: SeatPool) => Sync<T>): Promise<T>;
}
