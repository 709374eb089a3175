export { NEVER_SENT, WEBHOOK_EVENT_TYPES, type WebhookEventType } from './webhook-event-type.view.ts';
export { WEBHOOK_DETAILS } from './webhook-details.view.ts';
