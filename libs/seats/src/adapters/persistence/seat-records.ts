import { Seat, type SeatStatus } from '../../domain/seat.ts';
import { SeatPool } from '../../domain/seat-pool.ts';

/** Rows as the locking statements select them; times are milliseconds since the epoch. */
export interface LockedPoolRow {
  organization_id: string;
  id: string;
  customer_id: string;
  subscription_id: string | null;
  order_id: string | null;
  bought: number;
  used: number;
  revision: number;
  created_at: number;
  modified_at: number | null;
}

export interface LoadedSeatRow {
  id: string;
  pool_id: string;
  status: SeatStatus;
  customer_id: string | null;
  member_id: string | null;
  email: string | null;
  invitation: number;
  invitation_digest: Buffer | null;
  invitation_token_expires_at: number | null;
  claimed_at: number | null;
  revoked_at: number | null;
  seat_metadata: { readonly [key: string]: unknown };
  created_at: number;
  modified_at: number | null;
}

/** PostgreSQL computes in seconds, whose fractions are not exact. */
const instant = (milliseconds: number): Date => new Date(Math.round(milliseconds));
const instantOrNone = (milliseconds: number | null): Date | null => (milliseconds === null ? null : instant(milliseconds));

export const toPool = (row: LockedPoolRow): SeatPool =>
  Object.assign(Object.create(SeatPool.prototype) as SeatPool, {
    id: row.id,
    organizationId: row.organization_id,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    orderId: row.order_id,
    bought: row.bought,
    used: row.used,
    revision: row.revision,
    createdAt: instant(row.created_at),
    modifiedAt: instantOrNone(row.modified_at),
    seats: [],
  });

export const toSeat = (row: LoadedSeatRow): Seat =>
  Object.assign(Object.create(Seat.prototype) as Seat, {
    id: row.id,
    status: row.status,
    customerId: row.customer_id,
    memberId: row.member_id,
    email: row.email,
    invitation: row.invitation,
    invitationDigest: row.invitation_digest,
    invitationTokenExpiresAt: instantOrNone(row.invitation_token_expires_at),
    claimedAt: instantOrNone(row.claimed_at),
    revokedAt: instantOrNone(row.revoked_at),
    metadata: row.seat_metadata,
    createdAt: instant(row.created_at),
    modifiedAt: instantOrNone(row.modified_at),
  });
