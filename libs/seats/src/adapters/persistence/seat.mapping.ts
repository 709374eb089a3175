import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { auditedAs } from '#engine/persistence';
import { Seat } from '../../domain/seat.ts';
import type { SeatMetadata, SeatStatus } from '../../domain/seat-pool-state.ts';

/** The tables of the schema `seats`. The aggregates are not mapped as entities: `BatchTable` reads and writes them. */
const time = () => p.datetime(3);

export const SeatPoolMapping = defineEntity({
  name: 'SeatPoolRow',
  schema: 'seats',
  tableName: 'seat_pools',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    subscriptionId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    capacity: p.integer(),
    assigned: p.integer(),
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
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    poolId: p.uuid(),
    status: p.text().$type<SeatStatus>(),
    customerId: p.uuid().nullable(),
    memberId: p.uuid().nullable(),
    email: p.text().nullable(),
    invitation: p.integer(),
    invitationDigest: p.blob().$type<Buffer>().nullable(),
    invitationTokenExpiresAt: time().nullable(),
    claimedAt: time().nullable(),
    revokedAt: time().nullable(),
    metadata: p.json<SeatMetadata>().fieldName('seat_metadata'),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

auditedAs(Seat, SeatMapping, {
  type: 'customer_seat',
  stateOf: ({ snapshot }) => snapshot,
  without: ['invitationDigest', 'poolId'],
});

/** Rows of the schema `seats`, as queries select them. */
export interface SeatsTables {
  'seats.seat_pools': InferKyselyTable<typeof SeatPoolMapping>;
  'seats.seats': InferKyselyTable<typeof SeatMapping>;
}
