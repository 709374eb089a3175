import { Module } from '@nestjs/common';
import { BenefitGrantsController } from './adapters/http/benefit-grants.controller.ts';
import { ClaimedSubscriptionsController } from './adapters/http/claimed-subscriptions.controller.ts';
import { GrantsOfBenefitController } from './adapters/http/grants-of-benefit.controller.ts';
import { OwnBenefitGrantsController } from './adapters/http/own-benefit-grants.controller.ts';
import { OrdersController } from './adapters/http/orders.controller.ts';
import { SubscriptionsController } from './adapters/http/subscriptions.controller.ts';
import { EndPurchasesWhenCustomerDeleted } from './adapters/messaging/end-purchases-when-customer-deleted.ts';
import { FollowLicenseKeyWhenItChanges } from './adapters/messaging/follow-license-key-when-it-changes.ts';
import { FollowSeatsWhenPoolResized } from './adapters/messaging/follow-seats-when-pool-resized.ts';
import { GrantBenefitsWhenProductChanges } from './adapters/messaging/grant-benefits-when-product-changes.ts';
import { GrantBenefitsWhenPurchaseChanges } from './adapters/messaging/grant-benefits-when-purchase-changes.ts';
import { GrantBenefitsWhenSeatChanges } from './adapters/messaging/grant-benefits-when-seat-changes.ts';
import { RenewGrantsWhenBenefitChanges } from './adapters/messaging/renew-grants-when-benefit-changes.ts';
import { RevokeGrantWhenGrantedTooLate } from './adapters/messaging/revoke-grant-when-granted-too-late.ts';
import { MikroOrmBenefitGrants } from './adapters/persistence/benefit-grants.repository.ts';
import { MikroOrmOrders } from './adapters/persistence/orders.repository.ts';
import { MikroOrmSubscriptions } from './adapters/persistence/subscriptions.repository.ts';
import { AdvanceSubscriptionsHandler } from './commands/advance-subscriptions.ts';
import { BuySeatsHandler } from './commands/buy-seats.ts';
import { CancelSubscriptionHandler } from './commands/cancel-subscription.ts';
import { CorrectBillHandler } from './commands/correct-bill.ts';
import { EndPurchasesOfCustomerHandler } from './commands/end-purchases-of-customer.ts';
import { FollowLicenseKeyHandler } from './commands/follow-license-key.ts';
import { FollowProductHandler } from './commands/follow-product.ts';
import { FollowPurchaseHandler } from './commands/follow-purchase.ts';
import { FollowSeatHolderHandler } from './commands/follow-seat-holder.ts';
import { FollowSeatPoolHandler } from './commands/follow-seat-pool.ts';
import { PlaceOrderHandler } from './commands/place-order.ts';
import { RenewGrantsOfBenefitHandler } from './commands/renew-grants-of-benefit.ts';
import { ReportPaymentHandler } from './commands/report-payment.ts';
import { RevokeGrantOfWhatIsGoneHandler } from './commands/revoke-grant-of-what-is-gone.ts';
import { RevokeSubscriptionHandler } from './commands/revoke-subscription.ts';
import { StartSubscriptionHandler } from './commands/start-subscription.ts';
import { BenefitGrants } from './domain/benefit-grants.ts';
import { Orders } from './domain/orders.ts';
import { Subscriptions } from './domain/subscriptions.ts';
import { ExportPurchasesHandler } from './queries/export-purchases.ts';
import { GetOwnBenefitGrantHandler } from './queries/get-own-benefit-grant.ts';
import { ListOwnBenefitGrantsHandler } from './queries/list-own-benefit-grants.ts';
import { OwnBenefitGrants } from './queries/own-benefit-grants.ts';
import { FindBenefitGrantsHandler } from './queries/find-benefit-grants.ts';
import { FindPurchaseHandler } from './queries/find-purchase.ts';
import { FindEntitlementsHandler } from './queries/find-entitlements.ts';
import { GetOrderHandler } from './queries/get-order.ts';
import { GetSubscriptionHandler } from './queries/get-subscription.ts';
import { ListBenefitGrantsHandler } from './queries/list-benefit-grants.ts';
import { ListClaimedSubscriptionsHandler } from './queries/list-claimed-subscriptions.ts';
import { ListOrdersHandler } from './queries/list-orders.ts';
import { ListSubscriptionsHandler } from './queries/list-subscriptions.ts';
import { ShownOrders } from './queries/shown-orders.ts';
import { ShownSubscriptions } from './queries/shown-subscriptions.ts';
import { SubscriptionMeters } from './queries/subscription-meters.ts';

const subscribers = [
  GrantBenefitsWhenPurchaseChanges,
  GrantBenefitsWhenProductChanges,
  RenewGrantsWhenBenefitChanges,
  EndPurchasesWhenCustomerDeleted,
  RevokeGrantWhenGrantedTooLate,
  FollowLicenseKeyWhenItChanges,
  GrantBenefitsWhenSeatChanges,
  FollowSeatsWhenPoolResized,
];

@Module({
  controllers: [
    SubscriptionsController,
    OrdersController,
    BenefitGrantsController,
    GrantsOfBenefitController,
    OwnBenefitGrantsController,
    ClaimedSubscriptionsController,
  ],
  providers: [
    { provide: Subscriptions, useClass: MikroOrmSubscriptions },
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: BenefitGrants, useClass: MikroOrmBenefitGrants },
    ShownSubscriptions,
    SubscriptionMeters,
    ShownOrders,
    StartSubscriptionHandler,
    CancelSubscriptionHandler,
    CorrectBillHandler,
    BuySeatsHandler,
    RevokeSubscriptionHandler,
    ReportPaymentHandler,
    AdvanceSubscriptionsHandler,
    PlaceOrderHandler,
    FollowPurchaseHandler,
    FollowProductHandler,
    FollowSeatHolderHandler,
    FollowSeatPoolHandler,
    FollowLicenseKeyHandler,
    RenewGrantsOfBenefitHandler,
    RevokeGrantOfWhatIsGoneHandler,
    EndPurchasesOfCustomerHandler,
    GetSubscriptionHandler,
    ListSubscriptionsHandler,
    ListClaimedSubscriptionsHandler,
    GetOrderHandler,
    ListOrdersHandler,
    ListBenefitGrantsHandler,
    OwnBenefitGrants,
    ExportPurchasesHandler,
    ListOwnBenefitGrantsHandler,
    GetOwnBenefitGrantHandler,
    FindBenefitGrantsHandler,
    FindPurchaseHandler,
    FindEntitlementsHandler,
    ...subscribers,
  ],
})
export class EntitlementsModule {}
