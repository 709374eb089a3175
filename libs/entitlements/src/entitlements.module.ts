import { Module } from '@nestjs/common';
import { BenefitGrantsController } from './adapters/http/benefit-grants.controller.ts';
import { ClaimedSubscriptionsController } from './adapters/http/claimed-subscriptions.controller.ts';
import { GrantsOfBenefitController } from './adapters/http/grants-of-benefit.controller.ts';
import { PortalOrdersController } from './adapters/http/portal-orders.controller.ts';
import { PortalSubscriptionsController } from './adapters/http/portal-subscriptions.controller.ts';
import { PortalBenefitGrantsController } from './adapters/http/portal-benefit-grants.controller.ts';
import { DisputesController } from './adapters/http/disputes.controller.ts';
import { OrdersController } from './adapters/http/orders.controller.ts';
import { PurchaseImportsController } from './adapters/http/purchase-imports.controller.ts';
import { RefundsController } from './adapters/http/refunds.controller.ts';
import { SubscriptionsController } from './adapters/http/subscriptions.controller.ts';
import { ErasePurchaseDetailsWhenCustomerAnonymized } from './adapters/messaging/erase-purchase-details-when-customer-anonymized.ts';
import { EndPurchasesWhenCustomerDeleted } from './adapters/messaging/end-purchases-when-customer-deleted.ts';
import { SyncGrantWhenLicenseKeyChanges } from './adapters/messaging/sync-grant-when-license-key-changes.ts';
import { SyncSeatsWhenPoolResized } from './adapters/messaging/sync-seats-when-pool-resized.ts';
import { GrantBenefitsWhenProductChanges } from './adapters/messaging/grant-benefits-when-product-changes.ts';
import { GrantBenefitsWhenDisputeChanges } from './adapters/messaging/grant-benefits-when-dispute-changes.ts';
import { GrantBenefitsWhenPurchaseChanges } from './adapters/messaging/grant-benefits-when-purchase-changes.ts';
import { GrantBenefitsWhenSeatChanges } from './adapters/messaging/grant-benefits-when-seat-changes.ts';
import { RenewGrantsWhenBenefitChanges } from './adapters/messaging/renew-grants-when-benefit-changes.ts';
import { MoveRecordsWhenCustomerMerged } from './adapters/messaging/move-records-when-customer-merged.ts';
import { RecheckCustomerOfRecord } from './adapters/messaging/recheck-customer-of-record.ts';
import { RecheckGrantAfterCreation } from './adapters/messaging/recheck-grant-after-creation.ts';
import { SqlBenefitGrants } from './adapters/persistence/benefit-grants.repository.ts';
import { MikroOrmDisputes } from './adapters/persistence/disputes.repository.ts';
import { MikroOrmOrders } from './adapters/persistence/orders.repository.ts';
import { SqlRecordsOfCustomers } from './adapters/persistence/records-of-customers.repository.ts';
import { MikroOrmSubscriptions } from './adapters/persistence/subscriptions.repository.ts';
import { AdvanceSubscriptionsHandler } from './commands/advance-subscriptions.ts';
import { FollowSubscriptionHandler } from './commands/follow-subscription.ts';
import { PlaceProvidedOrderHandler, RecordProvidedPaymentHandler } from './commands/place-provided-order.ts';
import { FollowDisputeHandler } from './commands/follow-dispute.ts';
import { FollowRefundsHandler } from './commands/follow-refunds.ts';
import { BuySeatsHandler } from './commands/buy-seats.ts';
import { CancelSubscriptionHandler } from './commands/cancel-subscription.ts';
import { ErasePurchaseDetailsHandler } from './commands/erase-purchase-details.ts';
import { DecideBenefitGrantHandler } from './commands/decide-benefit-grant.ts';
import { UpdateOrderHandler } from './commands/update-order.ts';
import { MoveRecordsOfMergedCustomerHandler } from './commands/move-records-of-merged-customer.ts';
import { EndPurchasesOfCustomerHandler } from './commands/end-purchases-of-customer.ts';
import { SyncGrantWithLicenseKeyHandler } from './commands/sync-grant-with-license-key.ts';
import { SyncProductGrantsHandler } from './commands/sync-product-grants.ts';
import { SyncPurchaseGrantsHandler } from './commands/sync-purchase-grants.ts';
import { SyncSeatHolderGrantsHandler } from './commands/sync-seat-holder-grants.ts';
import { SyncSubscriptionSeatsHandler } from './commands/sync-subscription-seats.ts';
import { ImportCustomerHandler } from './commands/import-customer.ts';
import { ImportPurchaseHandler } from './commands/import-purchase.ts';
import { PlaceOrderHandler } from './commands/place-order.ts';
import { RecordSubscriptionPaymentHandler } from './commands/record-subscription-payment.ts';
import { RefundOrderHandler } from './commands/refund-order.ts';
import { ReportDisputeHandler } from './commands/report-dispute.ts';
import { UpdateDisputeHandler } from './commands/update-dispute.ts';
import { RequestInvoiceHandler } from './commands/request-invoice.ts';
import { VoidOrderHandler } from './commands/void-order.ts';
import { RenewGrantsOfBenefitHandler } from './commands/renew-grants-of-benefit.ts';
import { RecordTrialDeviceWhenKeyActivated } from './adapters/messaging/record-trial-device-when-key-activated.ts';
import { KeyedTrialHistory } from './adapters/persistence/keyed-trial-history.ts';
import { RecordTrialDeviceHandler } from './commands/record-trial-device.ts';
import { TrialHistory } from './domain/trial-history.ts';
import { DiscardPendingUpdateHandler } from './commands/discard-pending-update.ts';
import { MoveBillingPeriodEndHandler } from './commands/move-billing-period-end.ts';
import { PauseSubscriptionHandler } from './commands/pause-subscription.ts';
import { ResumeSubscriptionHandler } from './commands/resume-subscription.ts';
import { SettleDueSeatsHandler } from './commands/settle-due-seats.ts';
import { SettleScheduledSeatsHandler } from './commands/settle-scheduled-seats.ts';
import { UpdateSubscriptionHandler } from './commands/update-subscription.ts';
import { UpdatePaymentStatusHandler } from './commands/update-payment-status.ts';
import { RecheckNewGrantHandler } from './commands/recheck-new-grant.ts';
import { RevokeSubscriptionHandler } from './commands/revoke-subscription.ts';
import { ChangeOwnSubscriptionHandler } from './commands/change-own-subscription.ts';
import { StartSubscriptionHandler } from './commands/start-subscription.ts';
import { BenefitGrants } from './domain/benefit-grants.ts';
import { Disputes } from './domain/disputes.ts';
import { Orders } from './domain/orders.ts';
import { RecordsOfCustomers } from './domain/records-of-customers.ts';
import { Subscriptions } from './domain/subscriptions.ts';
import { ExportPurchasesHandler } from './queries/export-purchases.ts';
import { GetPortalSubscriptionHandler } from './queries/get-portal-subscription.ts';
import { ListPortalSubscriptionsHandler } from './queries/list-portal-subscriptions.ts';
import { PortalSubscriptions } from './queries/portal-subscriptions.ts';
import { GetPortalBenefitGrantHandler } from './queries/get-portal-benefit-grant.ts';
import { ListPortalBenefitGrantsHandler } from './queries/list-portal-benefit-grants.ts';
import { PortalBenefitGrants } from './queries/portal-benefit-grants.ts';
import { FindBenefitGrantsHandler } from './queries/find-benefit-grants.ts';
import { FindOwnGrantsHandler } from './queries/find-own-grants.ts';
import { FindGrantsOfPurchaseHandler } from './queries/find-grants-of-purchase.ts';
import { FindProvidedSubscriptionsHandler } from './queries/find-provided-subscriptions.ts';
import { FindPurchaseHandler } from './queries/find-purchase.ts';
import {
  FindBenefitGrantViewsHandler,
  FindOrderViewsHandler,
  FindRefundViewsHandler,
  FindSubscriptionViewsHandler,
} from './queries/find-resources.ts';
import { FindMeterEntitlementsHandler } from './queries/find-meter-entitlements.ts';
import { FindEntitlementsHandler } from './queries/find-entitlements.ts';
import { BenefitGrantLoader } from './queries/benefit-grant-loader.ts';
import { GetBenefitGrantHandler } from './queries/get-benefit-grant.ts';
import { GetDisputeHandler } from './queries/get-dispute.ts';
import { ListDisputesHandler } from './queries/list-disputes.ts';
import { ListRefundsHandler } from './queries/list-refunds.ts';
import { GetOrderDocumentHandler } from './queries/get-order-document.ts';
import { GetPortalOrderHandler } from './queries/get-portal-order.ts';
import { ListPortalOrdersHandler } from './queries/list-portal-orders.ts';
import { PortalOrders } from './queries/portal-orders.ts';
import { GetOrderHandler } from './queries/get-order.ts';
import { GetSubscriptionHandler } from './queries/get-subscription.ts';
import { ListBenefitGrantsHandler } from './queries/list-benefit-grants.ts';
import { ListClaimedSubscriptionsHandler } from './queries/list-claimed-subscriptions.ts';
import { ListOrdersHandler } from './queries/list-orders.ts';
import { ListSubscriptionsHandler } from './queries/list-subscriptions.ts';
import { OrderLoader } from './queries/order-loader.ts';
import { SubscriptionLoader } from './queries/subscription-loader.ts';
import { SubscriptionMeters } from './queries/subscription-meters.ts';

const subscribers = [
  ErasePurchaseDetailsWhenCustomerAnonymized,
  GrantBenefitsWhenPurchaseChanges,
  GrantBenefitsWhenDisputeChanges,
  GrantBenefitsWhenProductChanges,
  RenewGrantsWhenBenefitChanges,
  EndPurchasesWhenCustomerDeleted,
  RecheckGrantAfterCreation,
  RecheckCustomerOfRecord,
  MoveRecordsWhenCustomerMerged,
  SyncGrantWhenLicenseKeyChanges,
  GrantBenefitsWhenSeatChanges,
  SyncSeatsWhenPoolResized,
  RecordTrialDeviceWhenKeyActivated,
];

@Module({
  controllers: [
    SubscriptionsController,
    OrdersController,
    PurchaseImportsController,
    RefundsController,
    DisputesController,
    BenefitGrantsController,
    GrantsOfBenefitController,
    PortalBenefitGrantsController,
    ClaimedSubscriptionsController,
    PortalSubscriptionsController,
    PortalOrdersController,
  ],
  providers: [
    { provide: Subscriptions, useClass: MikroOrmSubscriptions },
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: TrialHistory, useClass: KeyedTrialHistory },
    { provide: Disputes, useClass: MikroOrmDisputes },
    { provide: RecordsOfCustomers, useClass: SqlRecordsOfCustomers },
    { provide: BenefitGrants, useClass: SqlBenefitGrants },
    SubscriptionLoader,
    BenefitGrantLoader,
    DecideBenefitGrantHandler,
    GetBenefitGrantHandler,
    RefundOrderHandler,
    FollowSubscriptionHandler,
    PlaceProvidedOrderHandler,
    RecordProvidedPaymentHandler,
    FollowDisputeHandler,
    FollowRefundsHandler,
    ReportDisputeHandler,
    UpdateDisputeHandler,
    RequestInvoiceHandler,
    VoidOrderHandler,
    GetDisputeHandler,
    ListDisputesHandler,
    ListRefundsHandler,
    SubscriptionMeters,
    OrderLoader,
    StartSubscriptionHandler,
    CancelSubscriptionHandler,
    UpdateOrderHandler,
    BuySeatsHandler,
    RevokeSubscriptionHandler,
    UpdatePaymentStatusHandler,
    UpdateSubscriptionHandler,
    RecordTrialDeviceHandler,
    MoveBillingPeriodEndHandler,
    DiscardPendingUpdateHandler,
    PauseSubscriptionHandler,
    ResumeSubscriptionHandler,
    AdvanceSubscriptionsHandler,
    PlaceOrderHandler,
    ImportCustomerHandler,
    ImportPurchaseHandler,
    RecordSubscriptionPaymentHandler,
    SyncPurchaseGrantsHandler,
    SyncProductGrantsHandler,
    SyncSeatHolderGrantsHandler,
    SyncSubscriptionSeatsHandler,
    SettleScheduledSeatsHandler,
    SettleDueSeatsHandler,
    SyncGrantWithLicenseKeyHandler,
    RenewGrantsOfBenefitHandler,
    RecheckNewGrantHandler,
    EndPurchasesOfCustomerHandler,
    ErasePurchaseDetailsHandler,
    MoveRecordsOfMergedCustomerHandler,
    GetSubscriptionHandler,
    ListSubscriptionsHandler,
    ListClaimedSubscriptionsHandler,
    GetOrderDocumentHandler,
    PortalOrders,
    GetPortalOrderHandler,
    ListPortalOrdersHandler,
    PortalSubscriptions,
    GetPortalSubscriptionHandler,
    ListPortalSubscriptionsHandler,
    ChangeOwnSubscriptionHandler,
    GetOrderHandler,
    ListOrdersHandler,
    ListBenefitGrantsHandler,
    PortalBenefitGrants,
    ExportPurchasesHandler,
    ListPortalBenefitGrantsHandler,
    GetPortalBenefitGrantHandler,
    FindBenefitGrantsHandler,
    FindOwnGrantsHandler,
    FindGrantsOfPurchaseHandler,
    FindProvidedSubscriptionsHandler,
    FindPurchaseHandler,
    FindEntitlementsHandler,
    FindMeterEntitlementsHandler,
    FindSubscriptionViewsHandler,
    FindOrderViewsHandler,
    FindRefundViewsHandler,
    FindBenefitGrantViewsHandler,
    ...subscribers,
  ],
})
export class EntitlementsModule {}
