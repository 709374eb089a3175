import { newId } from '#kernel';

export type SeatStatus = 'pending' | 'claimed' | 'revoked';

export type SeatMetadata = { readonly [key: string]: unknown };

export interface SeatState {
  readonly id: string;
  status: SeatStatus;
  /** The customer who bought the seat; null while it is revoked. */
  customerId: string | null;
  memberId: string | null;
  email: string | null;
  /** Number of invitations created for the seat. Only the last one is valid. */
  invitation: number;
  /** Keyed digest of the invitation token; null until a token is issued. */
  invitationDigest: Buffer | null;
  invitationTokenExpiresAt: Date | null;
  claimedAt: Date | null;
  revokedAt: Date | null;
  metadata: SeatMetadata;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** The state of a seat that is not assigned yet. */
export const unassignedState = (now: Date): SeatState => ({
  id: newId('seat'),
  status: 'revoked',
  customerId: null,
  memberId: null,
  email: null,
  invitation: 0,
  invitationDigest: null,
  invitationTokenExpiresAt: null,
  claimedAt: null,
  revokedAt: null,
  metadata: {},
  createdAt: now,
  modifiedAt: null,
});

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
