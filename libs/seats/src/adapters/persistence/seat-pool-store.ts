import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore, AuditedPart } from '#engine/persistence';
import { Seat } from '../../domain/seat.ts';
import type { SeatState } from '../../domain/seat-pool-state.ts';
import type { SeatPool } from '../../domain/seat-pool.ts';
import type { WhichPool } from '../../domain/seat-pools.ts';
import { type LoadedSeatRow, type LockedPoolRow, toPool, toSeat } from './seat-statements.ts';
import * as sql from './seat-statements.ts';

/** One array for each column, the parameters of `unnest`. */
const columns = <T>(rows: readonly T[], ...each: ((row: T) => unknown)[]): unknown[][] => each.map((column) => rows.map(column));

/** The store of seat pools: a pool that many requests change is locked and written once per batch. */
export const seatPoolStore = (pool: () => Promise<Pool>): AggregateStore<WhichPool, SeatPool> =>
  aggregateStore(pool, {
    name: 'SeatPool',
    organizationOf: ({ organizationId }) => organizationId,
    auditedOf: ({ snapshot: { organizationId, customerId, seats } }) =>
      seats.map((seat) => new AuditedPart(new Seat(seat), { organizationId, customerId })),
    batchOf: (requests) => ({
      reads: readsFor(requests),
      load: (rows) => {
        const [locked, ...loaded] = rows as [LockedPoolRow[], ...LoadedSeatRow[][]];
        const seats = seatsByPool(loaded.flat());
        const before = new Map(locked.map((row) => [row.id, row]));
        const pools = new Map(locked.map((row) => [row.id, toPool(row, seats.get(row.id) ?? [])]));
        return {
          found: requests.map(({ poolId }) => pools.get(poolId)),
          writes: (changed) => writesFor(changed, before),
        };
      },
    }),
  });

function readsFor(requests: readonly WhichPool[]) {
  const ids = requests.flatMap(({ seatIds = [], ...where }) => seatIds.map((id) => ({ ...where, id })));
  const recipients = requests.flatMap(({ recipients: some = [], ...where }) => some.map((each) => ({ ...where, ...each })));
  const needed = requests.filter((each) => each.recipients?.length);
  const at = [(each: WhichPool) => each.organizationId, (each: WhichPool) => each.poolId] as const;
  return [
    ...sql.LOCK_POOLS.of(distinct(requests).map(({ organizationId, poolId: id }) => ({ organizationId, id }))),
    ...(ids.length > 0 ? [{ ...sql.SEATS_BY_ID, values: columns(ids, ...at, ({ id }) => id) }] : []),
    ...(recipients.length > 0
      ? [
          { ...sql.SEATS_BY_MEMBER, values: columns(recipients, ...at, ({ memberId }) => memberId) },
          { ...sql.SEATS_BY_EMAIL, values: columns(recipients, ...at, ({ email }) => email) },
          { ...sql.REVOKED_SEATS, values: columns(distinct(needed), ...at, ({ poolId }) => countOf(needed, poolId)) },
        ]
      : []),
  ];
}

const distinct = (requests: readonly WhichPool[]): WhichPool[] => [
  ...new Map(requests.map((request) => [`${request.organizationId} ${request.poolId}`, request])).values(),
];

const countOf = (requests: readonly WhichPool[], poolId: string): number =>
  requests.reduce((sum, request) => sum + (request.poolId === poolId ? request.recipients!.length : 0), 0);

/** A seat may be found in several ways. */
function seatsByPool(rows: readonly LoadedSeatRow[]): ReadonlyMap<string, SeatState[]> {
  const distinctRows = new Map(rows.map((row) => [row.id, row]));
  const ofPools = new Map<string, SeatState[]>();
  for (const row of distinctRows.values()) {
    const seats = ofPools.get(row.poolId);
    if (seats) seats.push(toSeat(row));
    else ofPools.set(row.poolId, [toSeat(row)]);
  }
  return ofPools;
}

function writesFor(changed: readonly SeatPool[], before: ReadonlyMap<string, LockedPoolRow>) {
  const states = changed.map(({ snapshot }) => ({ state: snapshot, row: before.get(snapshot.id)! }));
  const seats = changed.flatMap((pool) =>
    pool.pullChangedSeats().map((seat) => ({ ...seat, organizationId: pool.organizationId, poolId: pool.id })),
  );
  return [...sql.WRITE_POOLS.of(sql.COUNTERS.changed(states)), ...sql.WRITE_SEATS.of(seats)];
}
