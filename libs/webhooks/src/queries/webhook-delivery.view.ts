import {
  alwaysNull,
  boolean,
  describeResource,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { API_VERSIONS } from '#support/api-versions';
import { webhookEventType } from '../views/webhook-event-type.view.ts';

const WebhookEventView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    last_http_code: nullable(integer()),
    succeeded: nullable(boolean()),
    skipped: boolean(),
    api_version: oneOf(API_VERSIONS),
    payload: nullable(text()),
    type: webhookEventType(),
    is_archived: boolean(),
  },
  'WebhookEvent',
  {
    ...describeResource('event'),
    modified_at: 'When the delivery of the event to the endpoint last changed, or `null`.',
    last_http_code: 'The status of the last response of the endpoint, or `null` if it has not answered.',
    succeeded: 'Whether the event was delivered to the endpoint. `null` while attempts will follow, and if it was skipped.',
    skipped: 'Whether the event is not delivered because the endpoint was disabled or deleted.',
    api_version: 'The version of the API whose shapes the event has.',
    payload: 'The body, exactly as it is signed and sent to the endpoint if its format is `raw`, or `null` once it was deleted.',
    type: 'The kind of the event.',
    is_archived: 'Whether the body was deleted because of its age. The event can then not be redelivered.',
  },
);

/** One attempt. */
export const WebhookDeliveryView = object(
  {
    created_at: timestamp(),
    modified_at: alwaysNull(),
    id: uuid4(),
    succeeded: boolean(),
    http_code: nullable(integer()),
    response: nullable(text()),
    webhook_event: WebhookEventView,
  },
  'WebhookDelivery',
  {
    ...describeResource('attempt'),
    created_at: 'When the request was sent.',
    modified_at: 'Always `null`: an attempt never changes.',
    succeeded: 'Whether the response had a 2xx status.',
    http_code: 'The status of the response, or `null` if there was none.',
    response: 'The first 2,048 characters of the response, or the reason why there was none. `null` if it was empty.',
    webhook_event: 'The event.',
  },
);
export type WebhookDeliveryView = Infer<typeof WebhookDeliveryView>;
