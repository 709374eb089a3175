import { ResourceNotFound } from '#kernel';
import type { SeatLocation, SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';

/** The seat that a caller means, if it is within reach. */
export async function findAccessibleSeat(pools: SeatPools, reach: SeatAccess, id: string): Promise<SeatLocation> {
  const place = await pools.seat(id, reach.organizations);
  if (!place || !reach.includes(place)) throw new ResourceNotFound();
  reach.assertCanManage(place);
  return place;
}

export const seatSelector = ({ organizationId, poolId, seatId }: SeatLocation) => ({ organizationId, poolId, seatIds: [seatId] });
