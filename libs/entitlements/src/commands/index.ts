export { AdvanceSubscriptionsHandler } from './advance-subscriptions.ts';
export { AlertOfDisputeHandler } from './alert-of-dispute.ts';
export { BuySeatsHandler } from './buy-seats.ts';
export { CancelSubscriptionHandler } from './cancel-subscription.ts';
export { ChangeOwnSubscriptionHandler } from './change-own-subscription.ts';
export { DecideBenefitGrantHandler } from './decide-benefit-grant.ts';
export { DiscardPendingUpdateHandler } from './discard-pending-update.ts';
export { EndPurchasesOfCustomerHandler } from './end-purchases-of-customer.ts';
export { ErasePurchaseDetailsHandler } from './erase-purchase-details.ts';
export { FollowDisputeHandler } from './follow-dispute.ts';
export { FollowRefundsHandler } from './follow-refunds.ts';
export { FollowSubscriptionHandler } from './follow-subscription.ts';
export { ImportCustomerHandler } from './import-customer.ts';
export { ImportPurchaseHandler } from './import-purchase.ts';
export { MoveBillingPeriodEndHandler } from './move-billing-period-end.ts';
export { MoveRecordsOfMergedCustomerHandler } from './move-records-of-merged-customer.ts';
export {
  NoteKeyChangeHandler,
  LinkLicenseKeyHandler,
  SyncGrantWithLicenseKeyHandler,
  RecordTrialDeviceHandler,
} from './keys-of-grants.ts';
export { PauseSubscriptionHandler } from './pause-subscription.ts';
export { PlaceOrderHandler } from './place-order.ts';
export { PlaceProvidedOrderHandler, RecordProvidedPaymentHandler } from './place-provided-order.ts';
export { RebuildPurchaseRollupsHandler } from './rebuild-purchase-rollups.ts';
export { RecheckNewGrantHandler } from './recheck-new-grant.ts';
export { RecordSubscriptionPaymentHandler } from './record-subscription-payment.ts';
export { CancelRefundHandler } from './cancel-refund.ts';
export { RefundOrderHandler } from './refund-order.ts';
export { RenewGrantsOfBenefitHandler } from './renew-grants-of-benefit.ts';
export { ReportDisputeHandler } from './report-dispute.ts';
export { RequestInvoiceHandler } from './request-invoice.ts';
export { ResumeSubscriptionHandler } from './resume-subscription.ts';
export { RevokeSubscriptionHandler } from './revoke-subscription.ts';
export { RollUpPurchasesHandler } from './roll-up-purchases.ts';
export { SelectGrantsToRecheckHandler } from './select-grants-to-recheck.ts';
export { SendGiftMailHandler } from './send-gift-mail.ts';
export { SettleDueSeatsHandler } from './settle-due-seats.ts';
export { SettleScheduledSeatsHandler } from './settle-scheduled-seats.ts';
export { StartSubscriptionHandler } from './start-subscription.ts';
export { SyncProductGrantsHandler } from './sync-product-grants.ts';
export { SyncPurchaseGrantsHandler } from './sync-purchase-grants.ts';
export { SyncSeatHolderGrantsHandler } from './sync-seat-holder-grants.ts';
export { SyncSubscriptionSeatsHandler } from './sync-subscription-seats.ts';
export { MoveGrantsOfSubscriptionHandler } from './move-grants-of-subscription.ts';
export { TransferSubscriptionHandler } from './transfer-subscription.ts';
export { UpdateDisputeHandler } from './update-dispute.ts';
export { UpdateOrderHandler } from './update-order.ts';
export { UpdatePaymentStatusHandler } from './update-payment-status.ts';
export { UpdateSubscriptionHandler } from './update-subscription.ts';
export { VoidOrderHandler } from './void-order.ts';
export { SyncGrantsOfBenefitHandler } from './sync-grants-of-benefit.ts';
export { SetOrderTagsHandler } from './set-order-tags.ts';
