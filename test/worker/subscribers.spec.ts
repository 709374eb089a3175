import type { CommandBus } from '@nestjs/cqrs';
import type { PublishedEvent } from '#platform/messaging';
import { eventRouter, subscribers } from '../../apps/worker/subscriptions.ts';

/** The ids of the last release. They are stored in databases and queues, so they stay; the next release adds its new ones here. */
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

test('the ids of subscribers are the stored ones, each of one subscriber', () => {
  const router = eventRouter({} as CommandBus);
  expect(STORED_IDS.filter((id) => router.subscriber(id) === undefined)).toEqual([]);
  expect(subscribers.map(({ id }) => id).filter((id) => !/^[A-Za-z]+$/.test(id))).toEqual([]);
});

describe('a row of the table', () => {
  const sent: object[] = [];
  const router = eventRouter({ execute: async (command: object) => sent.push(command) } as unknown as CommandBus);
  const event = (name: string, payload: PublishedEvent['payload']): PublishedEvent =>
    ({
      id: '7',
      name,
      organizationId: 'organization',
      aggregateId: 'aggregate',
      occurredAt: new Date(0),
      payload,
    }) as PublishedEvent;
  beforeEach(() => {
    sent.length = 0;
  });

  test('sends its command', async () => {
    await router.subscriber('ReportDomainWhenEmailDomainLost')!.handle(event('email_domain.lost', { domain: 'example.com' }));
    expect(sent).toEqual([expect.objectContaining({ organizationId: 'organization', domain: 'example.com' })]);
  });

  test('sends several commands in their order', async () => {
    await router.subscriber('RevokeKeysWhenCustomerDeleted')!.handle(event('customer.deleted', { anonymized: false }));
    expect(sent.map(({ constructor }) => constructor.name)).toEqual(['RefuseKeysOfCustomer', 'RevokeDirectlyIssuedKeys']);
  });

  test('gets no event of a purchase that brings nothing by itself, and one of two that bring the same', () => {
    const grants = (name: string, payload: PublishedEvent['payload']) =>
      router.subscribersOf(event(name, payload)).includes('GrantBenefitsWhenPurchaseChanges');
    const seats = { seats: null };
    expect([
      grants('order.paid', { subscription_id: null, ...seats }),
      grants('order.paid', { subscription_id: 'one', ...seats }),
    ]).toEqual([true, false]);
    const changed = { changed: ['benefits'] };
    expect(grants('order.updated', { subscription_id: null, ...changed })).toBe(true);
    expect(grants('order.updated', { subscription_id: 'one', ...changed })).toBe(false);
    const created = ['active', 'trialing', 'paused'].map((status) => grants('subscription.created', { status, ...seats }));
    expect([created, grants('subscription.active', { status: 'active' })]).toEqual([[false, true, true], true]);
  });

  test('looks for usage of a new customer only if it has an external id, by which there may be some', () => {
    const created = [null, 'ext_1'].map((external_id) => router.subscribersOf(event('customer.created', { external_id })));
    expect(created.map((ids) => ids.includes('FollowCustomerWhenCreated'))).toEqual([false, true]);
  });

  test('sends nothing for an event that it does not accept, even if another version has queued it', async () => {
    const assigned = event('customer_seat.assigned', { member_id: null });
    expect(router.subscribersOf(assigned)).toEqual(['RecordWebhookEventWhenPublished']);
    await router.subscriber('RevokeSeatWhenGivenTooLate')!.handle(assigned);
    expect(sent).toEqual([]);
  });
});
