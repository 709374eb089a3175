import type { PurchaseKind } from './filters.ts';

/** The purchase as operations on seats name it. */
export const purchaseQuery = (kind: PurchaseKind, id: string) => (kind === 'order' ? { order_id: id } : { subscription_id: id });
