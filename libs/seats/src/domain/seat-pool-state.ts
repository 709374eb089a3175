import { newId } from '#kernel';
import type { SeatState } from './seat-state.ts';

/** The purchase that a pool belongs to. */
export interface PoolPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  /** Exactly one of `subscriptionId` and `orderId` is set. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly seats: number;
}

export interface SeatPoolState {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  capacity: number;
  /** Number of pending and claimed seats. */
  assigned: number;
  /** Incremented whenever the number of bought seats changes. */
  revision: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  /** The seats loaded for the change, never all of them. */
  seats: readonly SeatState[];
}

/** The state of a pool in which nobody has a seat yet. */
export const openedState = ({ seats: capacity, ...purchase }: PoolPurchase, now: Date): SeatPoolState => ({
  ...purchase,
  id: newId('seat-pool'),
  capacity,
  assigned: 0,
  revision: 0,
  createdAt: now,
  modifiedAt: null,
  seats: [],
});
