import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { SeatState } from '../../domain/seat-state.ts';
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
