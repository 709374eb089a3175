import {
  boolean,
  describeResource,
  type Infer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { API_VERSIONS } from '#support/api-versions';
import { WEBHOOK_EVENT_TYPES, webhookEventType } from '../views/webhook-event-type.view.ts';

/** The products, and the benefits, that an endpoint can be limited to. */
export const MOST_FILTERED = 50;
export const FORMATS = ['raw', 'discord', 'slack'] as const;
export const ENVELOPES = ['standard', 'cloudevents', 'cloudevents_binary'] as const;

export const MOST_HEADERS = 10;

const EndpointHeaderView = object({ name: text(), value: nullable(text()), is_secret: boolean() }, 'WebhookEndpointHeader', {
  name: { text: 'The name of the header.', example: 'Authorization' },
  value: 'The value, or `null` if it is secret.',
  is_secret: 'Whether the value is never shown.',
});

export const WebhookEndpointView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    url: text(),
    name: nullable(text()),
    api_version: oneOf(API_VERSIONS),
    format: oneOf(FORMATS),
    envelope: optional(oneOf(['cloudevents', 'cloudevents_binary'])),
    secret: text(),
    organization_id: uuid4(),
    events: list(webhookEventType(), { max: WEBHOOK_EVENT_TYPES.length }),
    product_ids: optional(list(uuid4(), { max: MOST_FILTERED })),
    benefit_ids: optional(list(uuid4(), { max: MOST_FILTERED })),
    headers: optional(list(EndpointHeaderView, { max: MOST_HEADERS })),
    enabled: boolean(),
    uses_standard_webhook_signature: boolean(),
  },
  'WebhookEndpoint',
  {
    ...describeResource('webhook endpoint'),
    url: { text: 'The URL that gets the events.', example: 'https://example.com/webhooks' },
    name: 'The name of the endpoint, or `null`.',
    api_version: 'The version of the API whose shapes the events have.',
    format: 'The form of the requests: JSON events (`raw`), or messages for Discord or Slack.',
    envelope:
      'How JSON events are sent: as CloudEvents 1.0 in structured (`cloudevents`) or binary mode (`cloudevents_binary`). Left out for `standard`. An extension.',
    secret: { text: 'The secret that signs the requests.', example: 'whsec_…' },
    events: 'The kinds of events that the endpoint wants.',
    product_ids: 'The products that the endpoint gets events about. Left out if it has no such filter. An extension.',
    benefit_ids: 'The benefits that the endpoint gets events about. Left out if it has no such filter. An extension.',
    headers: 'The headers that requests to the endpoint have besides. Left out if there are none. An extension.',
    enabled: 'Whether the endpoint gets events. It is disabled when too many deliveries fail.',
    uses_standard_webhook_signature:
      'Always `true`: one of the signatures of a request uses the bytes that the secret encodes. Another one uses its whole text.',
  },
);
export type WebhookEndpointView = Infer<typeof WebhookEndpointView>;
