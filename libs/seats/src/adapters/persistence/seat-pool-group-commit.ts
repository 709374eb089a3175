import type { Pool } from 'pg';
import { ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { AuditedPart, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import { Seat } from '../../domain/seat.ts';
import type { SeatState } from '../../domain/seat-state.ts';
import type { SeatPool } from '../../domain/seat-pool.ts';
import type { WhichPool } from '../../domain/seat-pools.ts';
import { type LoadedSeatRow, type LockedPoolRow, toPool, toSeat } from './seat-records.ts';
import * as sql from './seat-statements.ts';

/** One array for each column, the parameters of `unnest`. */
const columns = <T>(rows: readonly T[], ...each: ((row: T) => unknown)[]): unknown[][] => each.map((column) => rows.map(column));

/** Group commit of seat pools: a pool that many requests change is locked and written once per batch. */
export class SeatPoolGroupCommit extends GroupCommit<WhichPool, SeatPool> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('SeatPool', { pool, organizationOf: ({ organizationId }) => organizationId });
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override auditedBefore({ snapshot: { organizationId, customerId, seats } }: SeatPool): readonly object[] {
    return seats.map((seat) => new AuditedPart(new Seat(seat), { organizationId, customerId }));
  }

  protected async begin(
    requests: readonly WhichPool[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<SeatPool>> {
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), readsFor(requests), statements);
    const [locked, ...loaded] = rows as [LockedPoolRow[], ...LoadedSeatRow[][]];
    const before = new Map(locked.map((row) => [row.id, row]));
    const found = await transaction.holding(() => {
      const seats = seatsByPool(loaded.flat());
      const pools = new Map(locked.map((row) => [row.id, toPool(row, seats.get(row.id) ?? [])]));
      return requests.map(({ poolId }) => pools.get(poolId));
    });
    return {
      first,
      found,
      commit: async (changed, others) =>
        transaction.commit([...(await transaction.holding(() => writesFor(changed, before))), ...others]),
      rollback: () => transaction.rollback(),
    };
  }
}

function readsFor(requests: readonly WhichPool[]) {
  const ids = requests.flatMap(({ seatIds = [], ...where }) => seatIds.map((id) => ({ ...where, id })));
  const recipients = requests.flatMap(({ recipients: some = [], ...where }) => some.map((each) => ({ ...where, ...each })));
  const needed = requests.filter((each) => each.recipients?.length);
  const at = [(each: WhichPool) => each.organizationId, (each: WhichPool) => each.poolId] as const;
  return [
    { ...sql.LOCK_POOLS, values: columns(distinct(requests), ...at) },
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
  const pools = changed.map(({ snapshot }) => snapshot).filter((pool) => sql.COUNTERS.hasChanged(pool, before.get(pool.id)!));
  const seats = changed.flatMap((pool) =>
    pool.pullChangedSeats().map((seat) => ({ ...seat, organizationId: pool.organizationId, poolId: pool.id })),
  );
  return [...sql.WRITE_POOLS.of(pools), ...sql.WRITE_SEATS.of(seats)];
}
