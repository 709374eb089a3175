import { defineEntity, p } from '@mikro-orm/postgresql';

/** Tables for queries and their dates. The aggregates themselves are not mapped (see seat-records.ts). */
const time = () => p.datetime(3);

export const SeatPoolMapping = defineEntity({
  name: 'SeatPoolRow',
  schema: 'seats',
  tableName: 'seat_pools',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    subscriptionId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    bought: p.integer(),
    used: p.integer(),
    revision: p.integer(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

export const SeatMapping = defineEntity({
  name: 'SeatRow',
  schema: 'seats',
  tableName: 'seats',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    poolId: p.uuid(),
    status: p.text(),
    customerId: p.uuid().nullable(),
    memberId: p.uuid().nullable(),
    email: p.text().nullable(),
    invitation: p.integer(),
    invitationDigest: p.blob().nullable(),
    invitationTokenExpiresAt: time().nullable(),
    claimedAt: time().nullable(),
    revokedAt: time().nullable(),
    seatMetadata: p.json(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

export interface SeatPoolRow {
  organization_id: string;
  id: string;
  customer_id: string;
  subscription_id: string | null;
  order_id: string | null;
  bought: number;
  used: number;
  revision: number;
  created_at: Date;
  modified_at: Date | null;
}

export interface SeatRow {
  organization_id: string;
  id: string;
  pool_id: string;
  status: 'pending' | 'claimed' | 'revoked';
  customer_id: string | null;
  member_id: string | null;
  email: string | null;
  invitation: number;
  invitation_digest: Buffer | null;
  invitation_token_expires_at: Date | null;
  claimed_at: Date | null;
  revoked_at: Date | null;
  seat_metadata: { [key: string]: unknown };
  created_at: Date;
  modified_at: Date | null;
}

/** Rows of the schema `seats`, as queries select them. */
export interface SeatsTables {
  'seats.seat_pools': SeatPoolRow;
  'seats.seats': SeatRow;
}
