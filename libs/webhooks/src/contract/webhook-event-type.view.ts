import { oneOf } from '#platform/wire';

/** The kinds of the reference API that have a source here. */
const POLAR_EVENTS = [
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

/** Kinds that the reference API does not have. Its clients refuse them. */
export const EXTENSIONS = [
  'access_token.granted',
  'access_token.revoked',
  'customer.merged',
  'customer_meter.credited',
  'customer_meter.reset',
  'customer_meter.threshold_reached',
  'dispute.created',
  'dispute.updated',
  'file.downloaded',
  'license_key.activated',
  'license_key.created',
  'license_key.deactivated',
  'license_key.disabled',
  'license_key.enabled',
  'license_key.expired',
  'license_key.expiring',
  'license_key.leak_suspected',
  'license_key.lease_ended',
  'license_key.leased',
  'license_key.overdraft_used',
  'license_key.revoked',
  'license_key.rotated',
  'license_key.transferred',
  'license_key.trial_started',
  'license_key.updated',
  'license_key.usage_limit_reached',
  'license_key_pool.deleted',
  'license_key_pool.empty',
  'license_key_pool.filled',
  'license_key_pool.grant_delayed',
  'license_key_pool.low',
  'order.unvoided',
  'order.voided',
  'organization_member.invited',
  'organization_member.joined',
  'organization_member.removed',
  'organization_member.updated',
  'undelivered_purchase.created',
  'webhook_endpoint.disabled',
] as const;

/** Extensions whose data are what happened, and not a resource as it is now. */
export const HAPPENED = [
  'access_token.granted',
  'access_token.revoked',
  'file.downloaded',
  'license_key.leak_suspected',
  'license_key_pool.deleted',
  'license_key_pool.empty',
  'license_key_pool.grant_delayed',
  'license_key_pool.low',
  'organization_member.invited',
  'organization_member.joined',
  'organization_member.removed',
  'organization_member.updated',
  'undelivered_purchase.created',
  'webhook_endpoint.disabled',
] as const satisfies readonly (typeof EXTENSIONS)[number][];

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
export const FIRED_EVENT_TYPES = [...POLAR_EVENTS, ...EXTENSIONS] as const;
export type FiredEventType = (typeof FIRED_EVENT_TYPES)[number];

export const WEBHOOK_EVENT_TYPES = [...FIRED_EVENT_TYPES, ...NEVER_FIRED] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const webhookEventType = () => oneOf(WEBHOOK_EVENT_TYPES);
