import type { QueryBus } from '@nestjs/cqrs';
import { FindPurchase, type PurchaseSnapshot } from '#entitlements/contract';
import { ResourceNotFound } from '#kernel';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPool } from '../domain/seat-pool.ts';
import type { SeatPoolSummary, SeatPools, WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';

/** The purchase that a caller means, if it is within reach. */
export async function findAccessiblePurchase(
  queries: QueryBus,
  reach: SeatAccess,
  which: WhichPurchase,
): Promise<PurchaseSnapshot> {
  const purchase = await queries.execute(new FindPurchase(which));
  if (!purchase || !reach.includes(purchase)) {
    throw new ResourceNotFound();
  }
  reach.assertCanManage(purchase);
  return purchase;
}

export const purchaseSelector = ({
  subscriptionId,
  orderId,
}: Pick<PurchaseSnapshot, 'subscriptionId' | 'orderId'>): WhichPurchase =>
  subscriptionId === null ? { orderId: orderId! } : { subscriptionId };

/** The pool of a purchase, made on first use. What is not sold by seats has none to give. */
export async function ensurePool(pools: SeatPools, purchase: PurchaseSnapshot, now: Date): Promise<SeatPoolSummary> {
  const { organizationId, seats } = purchase;
  if (seats === null) throw new SeatNotAvailable();
  const known = await pools.ofPurchase(organizationId, purchaseSelector(purchase));
  if (known) return known;
  await pools.open(SeatPool.create({ ...purchase, seats }, now));
  return (await pools.ofPurchase(organizationId, purchaseSelector(purchase)))!;
}
