import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import type { AnySubscriber } from '#platform/messaging';
import { subscriptions } from '../../apps/worker/subscriptions.ts';

/** These ids are stored in databases and queues. They never change, even if a class is renamed. */
const STORED_IDS = [
  'BecomeTeamWhenSeatsBought',
  'BeginWindowsWhenMetersCycled',
  'BeginWindowsWhenSubscriptionCycled',
  'CreditMeterWhenBenefitGranted',
  'DeliverKeyWhenCreated',
  'DismissTeamWhenCustomerDeleted',
  'EndPurchasesWhenCustomerDeleted',
  'EraseActivationsWhenCustomerAnonymized',
  'EraseAuditEntriesWhenCustomerAnonymized',
  'EraseContactsWhenCustomerAnonymized',
  'ErasePurchaseDetailsWhenCustomerAnonymized',
  'EraseSeatsWhenCustomerAnonymized',
  'EraseUsageDetailsWhenCustomerAnonymized',
  'FollowAddressWhenCustomerUpdated',
  'FollowCustomerWhenCreated',
  'FollowCustomerWhenDeleted',
  'FollowCustomerWhenUpdated',
  'FollowEmailWhenMemberUpdated',
  'FollowLicenseKeyWhenItChanges',
  'FollowSeatsWhenPoolResized',
  'GrantBenefitsWhenDisputeChanges',
  'GrantBenefitsWhenProductChanges',
  'GrantBenefitsWhenPurchaseChanges',
  'GrantBenefitsWhenSeatChanges',
  'IssueKeyWhenBenefitGranted',
  'IssueWaitingKeysWhenPoolChanges',
  'MoveKeysWhenCustomerMerged',
  'MoveRecordsWhenCustomerMerged',
  'MoveSeatsWhenCustomerMerged',
  'MoveUsageWhenCustomerMerged',
  'NoteFirstUseWhenUsageStarted',
  'ProcessEventWhenReceived',
  'RecheckCustomerOfRecord',
  'RecheckCustomerOfUsage',
  'RecordSystemEventWhenBenefitGranted',
  'RecordSystemEventWhenCustomerChanges',
  'RecordSystemEventWhenOrderChanges',
  'RecordSystemEventWhenSubscriptionChanges',
  'RecordTrialDeviceWhenKeyActivated',
  'RecordWebhookEventWhenPublished',
  'RenewGrantsWhenBenefitChanges',
  'ReportChangeWhenUserCredentialsChanged',
  'ReportDomainWhenEmailDomainLost',
  'ReportEmailChangeWhenCompleted',
  'ReportGrantWhenApplicationAllowed',
  'ReportTokenWhenAccessTokenGranted',
  'RetryEventsWhenPricesChanged',
  'RevokeGrantWhenGrantedTooLate',
  'RevokeKeyWhenGrantRevoked',
  'RevokeKeyWhenIssuedTooLate',
  'RevokeKeysWhenBenefitDeleted',
  'RevokeKeysWhenCustomerDeleted',
  'RevokeKeysWhenMemberDeleted',
  'RevokeSeatWhenGivenTooLate',
  'RevokeSeatsWhenCustomerDeleted',
  'RevokeSeatsWhenMemberDeleted',
  'RevokeSeatsWhenPurchaseEnds',
  'SendCodeWhenUserSignInRequested',
  'SendCodesWhenSignInRequested',
  'SendInvitationWhenInvited',
  'SendInvitationWhenOrganizationMemberInvited',
  'SendLinkWhenEmailChangeRequested',
  'SendNoticeWhenEndpointDisabled',
  'SendNoticeWhenPurchasesUndelivered',
  'TakeCreditBackWhenGrantRevoked',
  'TellOfStateWhenItChanges',
  'UpdateKeyWhenGrantUpdated',
  'VerifyAddressWhenSignedIn',
];

const classes = [...new Set(Object.values(subscriptions).flat())];

test('the ids of subscribers are the stored ones', async () => {
  const module = await Test.createTestingModule({
    providers: [...classes.map((useClass) => ({ provide: useClass, useClass })), { provide: CommandBus, useValue: {} }],
  }).compile();
  const ids = classes.map((subscriber) => module.get<AnySubscriber>(subscriber).id);
  expect(ids.sort()).toEqual(STORED_IDS);
});
