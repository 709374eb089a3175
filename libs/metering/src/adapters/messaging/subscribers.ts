import { SelectEventsOfBenefits } from '#catalog/contract';
import { type CustomerPortalEvent, RecordFirstUsage, SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { decidedGrant, type EntitlementsEvent } from '#entitlements/contract';
import { type PublishedEvent, subscriberTo } from '#platform/messaging';
import { EraseUsageDetails } from '../../commands/erase-usage-details.ts';
import { MoveCreditsWithGrant } from '../../commands/move-credits-with-grant.ts';
import { MoveUsageOfMergedCustomer } from '../../commands/move-usage-of-merged-customer.ts';
import { StartBillingWindows } from '../../commands/start-billing-windows.ts';
import { SyncCreditsWithGrant } from '../../commands/sync-credits-with-grant.ts';
import { SyncCustomer } from '../../commands/sync-customer.ts';
import type { MeteringEvent } from '../../contract/index.ts';
import { recordEventOfCustomer, recordEventOfGrant, recordEventOfOrder } from './system-events.ts';
import { recordEventOfSubscription } from './system-events-of-subscriptions.ts';

const subscriber = subscriberTo<CustomerPortalEvent | EntitlementsEvent | MeteringEvent>();

const customerOfUsage = ({ aggregateId, payload }: Pick<PublishedEvent, 'aggregateId' | 'payload'>): string =>
  'customer_id' in payload ? (payload['customer_id'] as string) : aggregateId;

export const meteringSubscribers = [
  // Events that were ingested with the external id before the customer existed are assigned to the customer.
  subscriber({
    id: 'FollowCustomerWhenCreated',
    events: ['customer.created'],
    accepts: ({ payload }) => payload.external_id !== null,
    command: ({ aggregateId }) => new SyncCustomer(aggregateId),
  }),

  // The name may have changed, or an external id may have been set.
  subscriber({
    id: 'FollowCustomerWhenUpdated',
    events: ['customer.updated'],
    command: ({ aggregateId }) => new SyncCustomer(aggregateId),
  }),

  // The external id may be taken by another customer, whose usage starts at zero.
  subscriber({
    id: 'FollowCustomerWhenDeleted',
    events: ['customer.deleted'],
    command: ({ aggregateId }) => new SyncCustomer(aggregateId),
  }),

  // The time of first usage is shown with the customer.
  subscriber({
    id: 'NoteFirstUseWhenUsageStarted',
    events: ['customer_usage.started'],
    command: ({ organizationId, aggregateId, payload }) =>
      new RecordFirstUsage(organizationId, aggregateId, new Date(payload.first_event_at)),
  }),

  // Also a benefit that is granted again.
  subscriber({
    id: 'CreditMeterWhenBenefitGranted',
    events: ['benefit_grant.created'],
    accepts: ({ payload }) => !payload.waited_for_key,
    wanted: (events) =>
      new SelectEventsOfBenefits(
        events.map(({ id, payload }) => ({ id, benefitId: payload.benefit_id, type: payload.decision?.benefit.type })),
        ['meter_credit'],
      ),
    command: (event) => new SyncCreditsWithGrant(event.aggregateId, decidedGrant(event)),
  }),

  subscriber({
    id: 'MoveCreditsWhenPurchaseTransferred',
    events: ['benefit_grant.transferred'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.with_purchase,
    command: ({ aggregateId }) => new MoveCreditsWithGrant(aggregateId),
  }),

  // Takes back the amount that the grant credited last.
  subscriber({
    id: 'TakeCreditBackWhenGrantRevoked',
    events: ['benefit_grant.revoked'],
    command: (event) => new SyncCreditsWithGrant(event.aggregateId, decidedGrant(event)),
  }),

  // New windows at the start of a billing period …
  subscriber({
    id: 'BeginWindowsWhenSubscriptionCycled',
    events: ['subscription.cycled'],
    command: ({ aggregateId, payload }) => new StartBillingWindows(aggregateId, new Date(payload.current_period_start)),
  }),

  // … and within one.
  subscriber({
    id: 'BeginWindowsWhenMetersCycled',
    events: ['subscription.meter_cycled'],
    command: ({ aggregateId, payload }) => new StartBillingWindows(aggregateId, new Date(payload.current_meter_period_start)),
  }),

  subscriber({
    id: 'RecordSystemEventWhenBenefitGranted',
    events: ['benefit_grant.created', 'benefit_grant.revoked', 'benefit_grant.updated'],
    accepts: ({ name, payload }) => name !== 'benefit_grant.updated' || payload.terms_renewed,
    command: recordEventOfGrant,
  }),
  subscriber({
    id: 'RecordSystemEventWhenCustomerChanges',
    events: ['customer.created', 'customer.updated', 'customer.deleted'],
    command: recordEventOfCustomer,
  }),
  subscriber({
    id: 'RecordSystemEventWhenOrderChanges',
    events: ['order.paid', 'order.refunded', 'order.voided', 'order.unvoided'],
    command: recordEventOfOrder,
  }),
  subscriber({
    id: 'RecordSystemEventWhenSubscriptionChanges',
    events: [
      'subscription.billing_period_updated',
      'subscription.canceled',
      'subscription.created',
      'subscription.cycled',
      'subscription.past_due',
      'subscription.paused',
      'subscription.product_updated',
      'subscription.resumed',
      'subscription.revoked',
      'subscription.seats_updated',
      'subscription.uncanceled',
      'subscription.update_cleared',
      'subscription.updated',
    ],
    command: recordEventOfSubscription,
  }),

  // A merger at the same time may have missed the customer of a first event or a credit.
  subscriber({
    id: 'RecheckCustomerOfUsage',
    events: [
      'customer_meter.corrected',
      'customer_meter.credit_expired',
      'customer_meter.credited',
      'customer_meter.cycled',
      'customer_meter.reset',
      'customer_usage.started',
    ],
    multiTransaction: true,
    wanted: (events) =>
      new SelectEventsOfDeletedCustomers(events.map((event) => ({ id: event.id, customerIds: [customerOfUsage(event)] }))),
    command: (event) => new MoveUsageOfMergedCustomer(customerOfUsage(event)),
  }),

  subscriber({
    id: 'MoveUsageWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ aggregateId }) => new MoveUsageOfMergedCustomer(aggregateId),
  }),

  // Text in the metadata of events may name the customer.
  subscriber({
    id: 'EraseUsageDetailsWhenCustomerAnonymized',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ payload }) => payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseUsageDetails(organizationId, aggregateId),
  }),
];
