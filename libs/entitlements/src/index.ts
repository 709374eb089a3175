import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { BenefitGrantMapping } from './adapters/persistence/benefit-grant.mapping.ts';
import { DisputeMapping } from './adapters/persistence/dispute.mapping.ts';
import { RefundMapping } from './adapters/persistence/refund.mapping.ts';
import { OrderMapping } from './adapters/persistence/order.mapping.ts';
import { SeatHolderMapping, TrialTraitMapping } from './adapters/persistence/entitlements-tables.mapping.ts';
import { OrderTagMapping } from './adapters/persistence/order-tag.mapping.ts';
import { SubscriptionMapping } from './adapters/persistence/subscription.mapping.ts';
import { entitlementsData } from './adapters/persistence/organization-data.ts';

export { entitlementsSubscribers } from './adapters/messaging/subscribers.ts';
export type { ImportResult } from './adapters/http/import-results.ts';
export { AdvanceSubscriptions } from './commands/advance-subscriptions.ts';
export { SettleDueSeats } from './commands/settle-due-seats.ts';
export { BuySeats } from './commands/buy-seats.ts';
export { RebuildPurchaseRollups } from './commands/rebuild-purchase-rollups.ts';
export { RollUpPurchases } from './commands/roll-up-purchases.ts';
export { SyncPurchaseGrants } from './commands/sync-purchase-grants.ts';
export { PlaceOrder } from './commands/place-order.ts';
export { StartSubscription } from './commands/start-subscription.ts';
export { EntitlementsModule } from './entitlements.module.ts';

export const entitlementsTables: Tables = {
  entities: [
    SubscriptionMapping,
    OrderMapping,
    RefundMapping,
    DisputeMapping,
    BenefitGrantMapping,
    SeatHolderMapping,
    TrialTraitMapping,
    OrderTagMapping,
  ],
  migrations: Object.values(migrations),
  counted: ['entitlements.counted_orders', 'entitlements.counted_subscriptions', 'entitlements.counted_grants'],
  ofOrganization: entitlementsData,
};
