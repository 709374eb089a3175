import { oneOf } from '#platform/wire';
import { SENT_EVENT_TYPES } from '../contract/webhook-kinds.ts';

/** The kinds of the reference API that are accepted and never sent: this service has no source for them. */
export const NEVER_SENT = [
  'checkout.created',
  'checkout.updated',
  'checkout.expired',
  'subscription.migrated',
  'discount.created',
  'discount.updated',
  'discount.deleted',
  'benefit_grant.cycled',
] as const;

export const WEBHOOK_EVENT_TYPES = [...SENT_EVENT_TYPES, ...NEVER_SENT];
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const webhookEventType = () => oneOf(WEBHOOK_EVENT_TYPES);
