export { InMemoryBenefitGrants } from './in-memory-benefit-grants.ts';
export { InMemorySubscriptions } from './in-memory-subscriptions.ts';
export { aPurchase, PurchaseBuilder } from './purchase.builder.ts';
