import type { Tables } from '#platform/persistence';
import { Migration20261120_2100_Purchases } from '../migrations/migration-20261120-2100-purchases.ts';
import { Migration20261120_2120_ActiveSubscriptions } from '../migrations/migration-20261120-2120-active-subscriptions.ts';
import { Migration20261120_2310_SeatGrants } from '../migrations/migration-20261120-2310-seat-grants.ts';
import { Migration20261121_0940_MeterPeriods } from '../migrations/migration-20261121-0940-meter-periods.ts';
import { Migration20261122_1400_KeyStatuses } from '../migrations/migration-20261122-1400-key-statuses.ts';
import { Migration20261122_1900_SubscriptionChanges } from '../migrations/migration-20261122-1900-subscription-changes.ts';
import { Migration20261122_1910_TrialTraits } from '../migrations/migration-20261122-1910-trial-traits.ts';
import { Migration20261122_2010_ReportedPurchases } from '../migrations/migration-20261122-2010-reported-purchases.ts';
import { Migration20261122_2050_SeatsProration } from '../migrations/migration-20261122-2050-seats-proration.ts';
import { Migration20261122_2100_ExpiryRevisions } from '../migrations/migration-20261122-2100-expiry-revisions.ts';
import { Migration20261122_2120_Refunds } from '../migrations/migration-20261122-2120-refunds.ts';
import { Migration20261122_2301_DisputesOfCustomers } from '../migrations/migration-20261122-2301-disputes-of-customers.ts';
import { Migration20261123_0500_FollowedSubscriptions } from '../migrations/migration-20261123-0500-followed-subscriptions.ts';
import { Migration20261123_0601_OrderDocuments } from '../migrations/migration-20261123-0601-order-documents.ts';
import { Migration20261123_1215_TransferredGrants } from '../migrations/migration-20261123-1215-transferred-grants.ts';
import { Migration20261123_1510_InvoiceRequests } from '../migrations/migration-20261123-1510-invoice-requests.ts';
import { Migration20261124_0500_FollowedDisputes } from '../migrations/migration-20261124-0500-followed-disputes.ts';
import { Migration20261124_0600_PurchaseFigures } from '../migrations/migration-20261124-0600-purchase-figures.ts';
import { Migration20261125_0304_FailedRefunds } from '../migrations/migration-20261125-0304-failed-refunds.ts';
import { Migration20261126_1000_OpenDisputes } from '../migrations/migration-20261126-1000-open-disputes.ts';
import { Migration20261126_1001_OpenDisputesByOrder } from '../migrations/migration-20261126-1001-open-disputes-by-order.ts';
import { Migration20261126_1300_Quantities } from '../migrations/migration-20261126-1300-quantities.ts';
import { Migration20261126_1302_GrantsByPiece } from '../migrations/migration-20261126-1302-grants-by-piece.ts';
import { Migration20261126_1303_SeveralPieces } from '../migrations/migration-20261126-1303-several-pieces.ts';
import { Migration20261125_0300_OrdersByPurchase } from '../migrations/migration-20261125-0300-orders-by-purchase.ts';
import { BenefitGrantMapping } from './adapters/persistence/benefit-grant.mapping.ts';
import { DisputeMapping } from './adapters/persistence/dispute.mapping.ts';
import { RefundMapping } from './adapters/persistence/refund.mapping.ts';
import { OrderMapping } from './adapters/persistence/order.mapping.ts';
import { SeatHolderMapping, TrialTraitMapping } from './adapters/persistence/entitlements-tables.mapping.ts';
import { SubscriptionMapping } from './adapters/persistence/subscription.mapping.ts';

export type { ImportResult } from './adapters/http/import-results.ts';
export { ErasePurchaseDetailsWhenCustomerAnonymized } from './adapters/messaging/erase-purchase-details-when-customer-anonymized.ts';
export { EndPurchasesWhenCustomerDeleted } from './adapters/messaging/end-purchases-when-customer-deleted.ts';
export { SyncGrantWhenLicenseKeyChanges } from './adapters/messaging/sync-grant-when-license-key-changes.ts';
export { SyncSeatsWhenPoolResized } from './adapters/messaging/sync-seats-when-pool-resized.ts';
export { GrantBenefitsWhenProductChanges } from './adapters/messaging/grant-benefits-when-product-changes.ts';
export { GrantBenefitsWhenDisputeChanges } from './adapters/messaging/grant-benefits-when-dispute-changes.ts';
export { GrantBenefitsWhenPurchaseChanges } from './adapters/messaging/grant-benefits-when-purchase-changes.ts';
export { GrantBenefitsWhenSeatChanges } from './adapters/messaging/grant-benefits-when-seat-changes.ts';
export { RenewGrantsWhenBenefitChanges } from './adapters/messaging/renew-grants-when-benefit-changes.ts';
export { RecordTrialDeviceWhenKeyActivated } from './adapters/messaging/record-trial-device-when-key-activated.ts';
export { MoveRecordsWhenCustomerMerged } from './adapters/messaging/move-records-when-customer-merged.ts';
export { RecheckCustomerOfRecord } from './adapters/messaging/recheck-customer-of-record.ts';
export { RecheckGrantAfterCreation } from './adapters/messaging/recheck-grant-after-creation.ts';
export { AdvanceSubscriptions } from './commands/advance-subscriptions.ts';
export { SettleDueSeats } from './commands/settle-due-seats.ts';
export { BuySeats } from './commands/buy-seats.ts';
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
  ],
  migrations: [
    Migration20261120_2100_Purchases,
    Migration20261120_2120_ActiveSubscriptions,
    Migration20261120_2310_SeatGrants,
    Migration20261121_0940_MeterPeriods,
    Migration20261122_1400_KeyStatuses,
    Migration20261122_1900_SubscriptionChanges,
    Migration20261122_1910_TrialTraits,
    Migration20261122_2010_ReportedPurchases,
    Migration20261122_2050_SeatsProration,
    Migration20261122_2100_ExpiryRevisions,
    Migration20261122_2120_Refunds,
    Migration20261122_2301_DisputesOfCustomers,
    Migration20261123_0500_FollowedSubscriptions,
    Migration20261123_0601_OrderDocuments,
    Migration20261123_1215_TransferredGrants,
    Migration20261123_1510_InvoiceRequests,
    Migration20261124_0500_FollowedDisputes,
    Migration20261124_0600_PurchaseFigures,
    Migration20261125_0300_OrdersByPurchase,
    Migration20261125_0304_FailedRefunds,
    Migration20261126_1000_OpenDisputes,
    Migration20261126_1001_OpenDisputesByOrder,
    Migration20261126_1300_Quantities,
    Migration20261126_1302_GrantsByPiece,
    Migration20261126_1303_SeveralPieces,
  ],
};
