import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import type { AnySubscriber } from '#platform/messaging';
import { subscriptions } from '../../apps/worker/subscriptions.ts';

/** Stored in databases and queues: an id of this list is never changed, whatever becomes of the names of classes. */
const STORED_IDS = [
  'BecomeTeamWhenSeatsBought',
  'BeginWindowsWhenMetersCycled',
  'BeginWindowsWhenSubscriptionCycled',
  'CreditMeterWhenBenefitGranted',
  'DeliverKeyWhenCreated',
  'DismissTeamWhenCustomerDeleted',
  'EndPurchasesWhenCustomerDeleted',
  'FollowAddressWhenCustomerUpdated',
  'FollowCustomerWhenCreated',
  'FollowCustomerWhenDeleted',
  'FollowCustomerWhenUpdated',
  'FollowEmailWhenMemberUpdated',
  'FollowLicenseKeyWhenItChanges',
  'FollowSeatsWhenPoolResized',
  'GrantBenefitsWhenProductChanges',
  'GrantBenefitsWhenPurchaseChanges',
  'GrantBenefitsWhenSeatChanges',
  'IssueKeyWhenBenefitGranted',
  'NoteFirstUseWhenUsageStarted',
  'RenewGrantsWhenBenefitChanges',
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
  'SendCodesWhenSignInRequested',
  'SendInvitationWhenInvited',
  'TakeCreditBackWhenGrantRevoked',
  'TellOfStateWhenItChanges',
  'UpdateKeyWhenGrantUpdated',
  'VerifyAddressWhenSignedIn',
];

const classes = [...new Set(Object.values(subscriptions).flat())];

test('subscribers keep the ids that are stored', async () => {
  const module = await Test.createTestingModule({
    providers: [...classes.map((useClass) => ({ provide: useClass, useClass })), { provide: CommandBus, useValue: {} }],
  }).compile();
  const ids = classes.map((subscriber) => module.get<AnySubscriber>(subscriber).id);
  expect(ids.sort()).toEqual(STORED_IDS);
});
