import type { Sync } from '#kernel';
import type { Recipient } from './seat.ts';
import type { SeatPool } from './seat-pool.ts';

/** A purchase whose seats are meant. */
export type WhichPurchase = { readonly subscriptionId: string } | { readonly orderId: string };

/** Which pool, and those of its seats that the change is about; besides it brings a revoked one for each recipient, if there are. */
export interface WhichPool {
  readonly organizationId: string;
  readonly poolId: string;
  readonly seatIds?: readonly string[];
  /** Seats that these hold already. */
  readonly recipients?: readonly Recipient[];
}

/** A seat and where it is. */
export interface SeatLocation {
  readonly organizationId: string;
  readonly poolId: string;
  readonly seatId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

export interface SeatPoolSummary {
  readonly id: string;
  readonly bought: number;
  readonly used: number;
  readonly revision: number;
}

/** All pools, one for each purchase of seats, with their seats. */
export abstract class SeatPools {
  /** Does nothing where the purchase has one. */
  abstract open(pool: SeatPool): Promise<void>;

  abstract ofPurchase(organizationId: string, purchase: WhichPurchase): Promise<SeatPoolSummary | undefined>;

  /** A seat of one of the organizations. */
  abstract seat(id: string, organizations: readonly string[]): Promise<SeatLocation | undefined>;

  /** The seat that an invitation opens: one statement, whatever there is to it. */
  abstract invited(digests: readonly Buffer[], now: Date): Promise<SeatLocation | undefined>;

  /** Some of the seats that are in use, by id; with `expiredAt` those whose invitation had expired by then. */
  abstract used(pool: WhichPool, expiredAt?: Date): Promise<string[]>;

  /** The seats that somebody holds. */
  abstract heldBy(organizationId: string, memberId: string): Promise<SeatLocation[]>;

  /** The pools of what a customer bought, by id. */
  abstract ofCustomer(organizationId: string, customerId: string): Promise<string[]>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichPool, by: (pool: SeatPool) => Sync<T>): Promise<T>;
}
