import { oneOf } from '#platform/wire';

/** The kinds of the reference API that have a source here. */
const FIRED = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'customer_seat.assigned',
  'customer_seat.claimed',
  'customer_seat.revoked',
  'member.created',
  'member.updated',
  'member.deleted',
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
  'product.created',
  'product.updated',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.updated',
  'benefit_grant.revoked',
  'organization.updated',
] as const;

/** Kinds that the reference API does not have. */
export const EXTENSIONS = [
  'license_key.expired',
  'license_key.expiring',
  'license_key.leak_suspected',
  'license_key.trial_started',
  'license_key_pool.low',
  'license_key_pool.empty',
  'license_key_pool.grant_delayed',
  'undelivered_purchase.created',
] as const;

/** The kinds of the reference API that are accepted and never fire: this service has no source for them. */
export const NEVER_FIRED = [
  'checkout.created',
  'checkout.updated',
  'checkout.expired',
  'subscription.migrated',
  'discount.created',
  'discount.updated',
  'discount.deleted',
  'benefit_grant.cycled',
] as const;

/** The kinds that fire: each is the name of an event. */
export const FIRED_EVENT_TYPES = [...FIRED, ...EXTENSIONS] as const;
export type FiredEventType = (typeof FIRED_EVENT_TYPES)[number];

export const WEBHOOK_EVENT_TYPES = [...FIRED_EVENT_TYPES, ...NEVER_FIRED] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const webhookEventType = () => oneOf(WEBHOOK_EVENT_TYPES);
