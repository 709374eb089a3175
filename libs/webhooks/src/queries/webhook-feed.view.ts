import { describeResource, type Infer, integer, list, nullable, object, text, timestamp, uuid4 } from '#platform/wire';
import { webhookEventType } from '../views/webhook-event-type.view.ts';

const position = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

const WebhookFeedEventView = object(
  {
    id: uuid4(),
    sequence: position(),
    type: webhookEventType(),
    timestamp: timestamp(),
    created_at: timestamp(),
    payload: nullable(text()),
  },
  'WebhookFeedEvent',
  {
    ...describeResource('event'),
    sequence: 'The position of the event in the feed. Positions have no gaps.',
    type: 'The kind of the event.',
    timestamp: 'When the change was made.',
    created_at: 'When the event got its position.',
    payload:
      'The body in the version of the request, exactly as it is signed and sent to endpoints of that version and the format `raw`, or `null` once it was deleted.',
  },
);

export const WebhookFeedView = object(
  { organization_id: uuid4(), items: list(WebhookFeedEventView), last_sequence: position() },
  'WebhookFeed',
  {
    organization_id: 'The ID of the organization whose feed it is.',
    items: 'The events after the given position, in the order of their positions.',
    last_sequence: 'The position of the last event of the feed; 0 if there is none.',
  },
);
export type WebhookFeedView = Infer<typeof WebhookFeedView>;

export const WebhookTestView = object({ id: uuid4() }, 'WebhookTest', {
  id: 'The ID of the event, which the request has as `webhook-id`.',
});

export const WebhookRedeliveryView = object({ events: position() }, 'WebhookRedelivery', {
  events: 'The number of events that will be delivered again.',
});
export type WebhookRedeliveryView = Infer<typeof WebhookRedeliveryView>;
