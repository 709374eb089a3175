export { InMemoryBenefitGrants } from './in-memory-benefit-grants.ts';
export { InMemoryOrders } from './in-memory-orders.ts';
export { InMemorySubscriptions } from './in-memory-subscriptions.ts';
export { aPurchase, PurchaseBuilder } from './purchase.builder.ts';
