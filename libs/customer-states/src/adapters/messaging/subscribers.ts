import { type CustomerPortalEvent, NoteStateChange } from '#customer-portal/contract';
import type { EntitlementsEvent } from '#entitlements/contract';
import type { MeteringEvent } from '#metering/contract';
import { subscriberTo } from '#platform/messaging';
import { SelectToldStateChanges } from '../../needs/index.ts';

const subscriber = subscriberTo<CustomerPortalEvent | EntitlementsEvent | MeteringEvent>();

const isActive = (status: string | null): boolean => status === 'active' || status === 'trialing';

export const customerStatesSubscribers = [
  // Any part of the state of a customer has changed, in whichever context.
  // The state contains active subscriptions and granted benefits only. Not noted where nobody is told of it.
  subscriber({
    id: 'TellOfStateWhenItChanges',
    events: [
      'customer.created',
      'customer.updated',
      'customer.deleted',
      'customer.merged',
      'subscription.created',
      'subscription.updated',
      'subscription.transferred',
      'benefit_grant.created',
      'benefit_grant.updated',
      'benefit_grant.revoked',
      'benefit_grant.transferred',
      'customer_meter.corrected',
      'customer_meter.credit_expired',
      'customer_meter.credited',
      'customer_meter.cycled',
      'customer_meter.reset',
      'customer_meter.threshold_reached',
      'customer_purchases.moved',
      'customer_usage.moved',
    ],
    accepts: ({ name, payload }) => {
      if (name === 'benefit_grant.updated') return payload.is_granted;
      if (name === 'subscription.updated') return isActive(payload.status) || isActive(payload.previous_status);
      return true;
    },
    wanted: (events) => new SelectToldStateChanges(events),
    command: ({ organizationId, aggregateId, payload }) =>
      new NoteStateChange(organizationId, 'customer_id' in payload ? payload.customer_id : aggregateId),
  }),
];
