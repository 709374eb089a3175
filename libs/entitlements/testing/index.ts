export { InMemorySubscriptions } from './in-memory-subscriptions.ts';
export { aPurchase, PurchaseBuilder } from './purchase.builder.ts';
