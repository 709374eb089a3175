import { ResourceNotFound } from '#kernel';
import type { SeatLocation, SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';

/** Loads the location of the selected seat. Throws if the caller cannot see or manage it. */
export async function findAccessibleSeat(pools: SeatPools, access: SeatAccess, id: string): Promise<SeatLocation> {
  const seat = await pools.seat(id, access.organizations);
  if (!seat || !access.includes(seat)) throw new ResourceNotFound();
  access.assertCanManage(seat);
  return seat;
}

export const seatSelector = ({ organizationId, poolId, seatId }: SeatLocation) => ({ organizationId, poolId, seatIds: [seatId] });
