import type { EventsIn } from '#kernel';
import type * as events from '../domain/webhook-endpoint.events.ts';

/** The events that this context publishes. */
export type WebhooksEvent = EventsIn<typeof events>;

export { EVENTS_WITHOUT_WEBHOOK } from './events-without-webhook.ts';
export {
  isExtension,
  resourceOf,
  SCHEMAS_OF_RESOURCES,
  SENT_EVENT_TYPES,
  type SentEventType,
  WEBHOOK_KINDS,
} from './webhook-kinds.ts';
