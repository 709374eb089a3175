import type { Schema } from '../../api/client.ts';

export type EventType = Schema<'WebhookEndpoint'>['events'][number];

/** The kinds of events that there are, in groups. The API accepts further ones, which are never sent. */
export const EVENT_GROUPS = {
  licensing: [
    'license_key.trial_started',
    'license_key.expiring',
    'license_key.expired',
    'license_key.leak_suspected',
    'license_key_pool.low',
    'license_key_pool.empty',
    'license_key_pool.grant_delayed',
    'customer_seat.assigned',
    'customer_seat.claimed',
    'customer_seat.revoked',
  ],
  customers: [
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'customer.state_changed',
    'member.created',
    'member.updated',
    'member.deleted',
  ],
  sales: [
    'order.created',
    'order.updated',
    'order.paid',
    'order.refunded',
    'subscription.created',
    'subscription.updated',
    'subscription.active',
    'subscription.canceled',
    'subscription.uncanceled',
    'subscription.cycled',
    'subscription.revoked',
    'subscription.past_due',
    'subscription.paused',
    'subscription.resumed',
    'refund.created',
    'refund.updated',
    'undelivered_purchase.created',
  ],
  catalog: [
    'product.created',
    'product.updated',
    'benefit.created',
    'benefit.updated',
    'benefit_grant.created',
    'benefit_grant.updated',
    'benefit_grant.revoked',
    'organization.updated',
  ],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;

export type EventGroup = keyof typeof EVENT_GROUPS;
export const GROUPS = Object.keys(EVENT_GROUPS) as EventGroup[];
export const EVENT_TYPES = Object.values<readonly EventType[]>(EVENT_GROUPS).flat();
