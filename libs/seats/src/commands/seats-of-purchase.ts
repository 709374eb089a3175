import type { QueryBus } from '@nestjs/cqrs';
import { FindPurchase, type PurchaseFacts } from '#entitlements/contract';
import { ResourceNotFound } from '#kernel';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPool } from '../domain/seat-pool.ts';
import type { PoolInBrief, SeatPools, WhichPurchase } from '../domain/seat-pools.ts';
import type { Reach } from './reach.ts';

/** The purchase that a caller means, if it is within reach. */
export async function purchaseWithin(queries: QueryBus, reach: Reach, which: WhichPurchase): Promise<PurchaseFacts> {
  const purchase = await queries.execute(new FindPurchase(which));
  if (!purchase || !reach.includes(purchase)) {
    throw new ResourceNotFound();
  }
  reach.demandManage(purchase);
  return purchase;
}

export const whichOf = ({ subscriptionId, orderId }: Pick<PurchaseFacts, 'subscriptionId' | 'orderId'>): WhichPurchase =>
  subscriptionId === null ? { orderId: orderId! } : { subscriptionId };

/** The pool of a purchase, made on first use. What is not sold by seats has none to give. */
export async function poolOf(pools: SeatPools, purchase: PurchaseFacts, now: Date): Promise<PoolInBrief> {
  const { organizationId, seats } = purchase;
  if (seats === null) throw new SeatNotAvailable();
  const known = await pools.ofPurchase(organizationId, whichOf(purchase));
  if (known) return known;
  await pools.open(SeatPool.open({ ...purchase, seats }, now));
  return (await pools.ofPurchase(organizationId, whichOf(purchase)))!;
}
