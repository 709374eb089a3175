import type { QueryBus } from '@nestjs/cqrs';
import { FindPurchase, type PurchaseSnapshot } from '#entitlements/contract';
import { ResourceNotFound } from '#kernel';
import { SeatNotAvailable } from '../domain/seat.errors.ts';
import { SeatPool } from '../domain/seat-pool.ts';
import type { SeatPoolSummary, SeatPools, WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';

/** Loads the selected purchase. Throws if the caller cannot see or manage it. */
export async function findAccessiblePurchase(
  queries: QueryBus,
  access: SeatAccess,
  which: WhichPurchase,
): Promise<PurchaseSnapshot> {
  const purchase = await queries.execute(new FindPurchase(which));
  if (!purchase || !access.includes(purchase)) {
    throw new ResourceNotFound();
  }
  access.assertCanManage(purchase);
  return purchase;
}

/** Seats are assigned while the purchase entitles to its benefits. */
export function assertEntitles({ entitles }: PurchaseSnapshot): void {
  if (!entitles) throw new SeatNotAvailable('No available seats. The purchase has ended, is paused or is not paid.');
}

export const purchaseSelector = ({
  subscriptionId,
  orderId,
}: Pick<PurchaseSnapshot, 'subscriptionId' | 'orderId'>): WhichPurchase =>
  subscriptionId === null ? { orderId: orderId! } : { subscriptionId };

/** The seat pool of a purchase, created on first use. Throws `SeatNotAvailable` if the purchase has no seats. */
export async function ensurePool(pools: SeatPools, purchase: PurchaseSnapshot, now: Date): Promise<SeatPoolSummary> {
  const { organizationId, seats } = purchase;
  if (seats === null) throw new SeatNotAvailable();
  const existing = await pools.ofPurchase(organizationId, purchaseSelector(purchase));
  if (existing) return existing;
  await pools.open(SeatPool.create({ ...purchase, seats }, now));
  return (await pools.ofPurchase(organizationId, purchaseSelector(purchase)))!;
}
