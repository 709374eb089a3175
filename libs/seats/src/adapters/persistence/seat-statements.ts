import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { SeatState } from '../../domain/seat-pool-state.ts';
import { SeatPool } from '../../domain/seat-pool.ts';
import { SeatMapping, SeatPoolMapping } from './seat.mapping.ts';

export const POOLS = BatchTable.of(SeatPoolMapping);
export const SEATS = BatchTable.of(SeatMapping);

/** The organization and the pool of a seat are known from the pool that it is loaded into. */
export const LOADED_SEAT = SEATS.without('organizationId', 'poolId');

export type LockedPoolRow = LoadedRow<StoredProperties<typeof SeatPoolMapping>>;

export type LoadedSeatRow = LoadedRow<Omit<StoredProperties<typeof SeatMapping>, 'organizationId' | 'poolId'>> & {
  poolId: string;
};

export const toPool = (row: LockedPoolRow, seats: readonly SeatState[]): SeatPool =>
  SeatPool.fromState({ ...POOLS.read(row), seats });

export const toSeat = (row: LoadedSeatRow): SeatState => LOADED_SEAT.read(row);

/** The SQL of the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

interface Statement {
  readonly name: string;
  readonly text: string;
}

const SEAT_COLUMNS = `s.pool_id as "poolId", ${LOADED_SEAT.selectList('s')}`;

export const LOCK_POOLS = POOLS.lock('seats-lock-pools', ['organizationId', 'id']);

/** Runs after the lock and takes a new snapshot, so it sees the changes of the previous lock holder. */
export const SEATS_BY_ID: Statement = {
  name: 'seats-by-id',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, pool_id, id)
    join seats.seats s on s.organization_id = w.organization_id and s.id = w.id and s.pool_id = w.pool_id`,
};

export const SEATS_BY_MEMBER: Statement = {
  name: 'seats-by-member',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, pool_id, member_id)
    join seats.seats s on s.organization_id = w.organization_id and s.pool_id = w.pool_id and s.member_id = w.member_id
      and s.status <> 'revoked'`,
};

export const SEATS_BY_EMAIL: Statement = {
  name: 'seats-by-email',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (organization_id, pool_id, email)
    join seats.seats s on s.organization_id = w.organization_id and s.pool_id = w.pool_id and lower(s.email) = lower(w.email)
      and s.status <> 'revoked'`,
};

/** Up to `needed` revoked seats of each pool, for reuse. */
export const REVOKED_SEATS: Statement = {
  name: 'seats-revoked',
  text: `select r.* from unnest($1::uuid[], $2::uuid[], $3::int[]) as w (organization_id, pool_id, needed)
    cross join lateral (select ${SEAT_COLUMNS} from seats.seats s
      where s.organization_id = w.organization_id and s.pool_id = w.pool_id and s.status = 'revoked'
      order by s.id limit w.needed) r`,
};

/** The columns of a pool that change. */
export const COUNTERS = POOLS.only('capacity', 'assigned', 'revision', 'modifiedAt');

export const WRITE_POOLS = COUNTERS.update('seats-write-pools');

/** Writes new and changed seats. */
export const WRITE_SEATS = SEATS.upsert('seats-write-seats');
