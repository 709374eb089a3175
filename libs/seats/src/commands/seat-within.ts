import { ResourceNotFound } from '#kernel';
import type { SeatPlace, SeatPools } from '../domain/seat-pools.ts';
import type { Reach } from './reach.ts';

/** The seat that a caller means, if it is within reach. */
export async function seatWithin(pools: SeatPools, reach: Reach, id: string): Promise<SeatPlace> {
  const place = await pools.seat(id, reach.organizations);
  if (!place || !reach.includes(place)) throw new ResourceNotFound();
  reach.demandManage(place);
  return place;
}

export const which = ({ organizationId, poolId, seatId }: SeatPlace) => ({ organizationId, poolId, seatIds: [seatId] });
