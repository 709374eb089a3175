import { API_VERSIONS, type ApiVersion } from '#support/api-versions';
import { defineRequest, paging, repeatable } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import {
  awareTimestamp,
  boolean,
  describeFields,
  describeInput,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { ENVELOPES, FORMATS, MOST_FILTERED } from '../../queries/webhook-endpoint.view.ts';
import { headers, headersIn } from './endpoint-headers.dto.ts';
import { WEBHOOK_EVENT_TYPES, webhookEventType } from '../../views/webhook-event-type.view.ts';

const texts = describeInput('webhook endpoint');
const path = describeFields({ id: uuid4() }, texts.path);

const BODY = {
  ...texts.body,
  url: {
    text: 'The URL that gets the events: `https`, on the public internet. The operator can allow other hosts.',
    example: 'https://example.com/webhooks',
  },
  name: { text: 'A name for the endpoint.', example: 'Production' },
  api_version: 'The version of the API whose shapes the events have. That of the request by default.',
  format: 'The form of the requests: JSON events (`raw`), or messages for Discord or Slack.',
  envelope:
    'How JSON events are sent: with the body of the API (`standard`, the default), or as CloudEvents 1.0 in structured (`cloudevents`) or binary mode (`cloudevents_binary`). An extension.',
  events: 'The kinds of events that the endpoint wants. Kinds of features that do not exist here are accepted and never sent.',
  product_ids:
    'Delivers only events about one of these products, or about one of the benefits in `benefit_ids`. Events about neither a product nor a benefit are then not delivered. `null` or an empty list does not filter. An extension.',
  benefit_ids:
    'Delivers only events about one of these benefits, or about one of the products in `product_ids`. `null` or an empty list does not filter. An extension.',
  secret: {
    text: 'A secret of your own: `whsec_` and base64 of 24 to 64 bytes. By default a new one.',
    example: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  },
  headers:
    'Headers that requests to the endpoint have besides, such as `Authorization`. `null` or an empty list for none. An extension.',
  enabled: 'Whether the endpoint gets events.',
};

const url = text({ min: 1, max: 2083 });
const name = nullable(text(SHORT_TEXT));
const version = oneOf(API_VERSIONS);
/** Repetitions are accepted. */
const filter = optional(nullable(list(uuid4(), { max: MOST_FILTERED })));
const events = list(webhookEventType(), { max: 4 * WEBHOOK_EVENT_TYPES.length });

export const CreateEndpointRequest = defineRequest({
  body: object(
    {
      url,
      name: optional(name),
      api_version: optional(nullable(version)),
      format: oneOf(FORMATS),
      envelope: optional(nullable(oneOf(ENVELOPES))),
      events,
      product_ids: filter,
      benefit_ids: filter,
      headers,
      secret: optional(nullable(text(SHORT_TEXT, { pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' }))),
      organization_id: optional(nullable(uuid4())),
    },
    'WebhookEndpointCreate',
    BODY,
  ),
});

export const UpdateEndpointRequest = defineRequest({
  path,
  body: object(
    {
      url: optional(nullable(url)),
      name: optional(name),
      api_version: optional(nullable(version)),
      format: optional(nullable(oneOf(FORMATS))),
      envelope: optional(nullable(oneOf(ENVELOPES))),
      events: optional(nullable(events)),
      product_ids: filter,
      benefit_ids: filter,
      headers,
      enabled: optional(nullable(boolean())),
    },
    'WebhookEndpointUpdate',
    BODY,
  ),
});

export const OneEndpointRequest = defineRequest({ path });

const MAX_OVERLAP_SECONDS = 30 * 86_400;

export const ResetSecretRequest = defineRequest({
  path,
  body: withDefault(
    object({ overlap_seconds: withDefault(integer({ ge: 0, le: MAX_OVERLAP_SECONDS }), () => 0) }, 'WebhookSecretReset', {
      overlap_seconds: {
        text: 'For how many seconds requests are signed with the previous secret as well, at most 30 days.',
        example: 86_400,
      },
    }),
    () => ({ overlap_seconds: 0 }),
  ),
});

export const ListEndpointsRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), failing_since: optional(timestamp()) },
      {
        ...texts.filters,
        failing_since: 'Returns only endpoints that are disabled, or at which an attempt after this time failed. An extension.',
      },
    ),
    ...paging,
  },
});

export const RedeliverRangeRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        start_timestamp: awareTimestamp(),
        end_timestamp: awareTimestamp(),
        only_failed: withDefault(boolean(), () => false),
      },
      'WebhookRedeliver',
      {
        start_timestamp: { text: 'The time from which on events are delivered again.', example: '2026-11-01T00:00:00Z' },
        end_timestamp: { text: 'The time until which events are delivered again, exclusive.', example: '2026-11-02T00:00:00Z' },
        only_failed:
          'Whether only events are delivered again that the endpoint did not take: that failed for good, were skipped, or failed and are waiting for the next attempt. `false` by default.',
      },
    ),
  ),
});

export const RecoverRequest = defineRequest({
  path,
  body: strict(
    object({ since: awareTimestamp() }, 'WebhookRecover', {
      since: { text: 'The time since when the endpoint may have missed events.', example: '2026-11-01T00:00:00Z' },
    }),
  ),
});

type CreateBody = Infer<typeof CreateEndpointRequest.shape.body>;
type UpdateBody = Infer<typeof UpdateEndpointRequest.shape.body>;

export const newEndpoint = (
  {
    url: address,
    name: label,
    format,
    envelope,
    api_version,
    events: kinds,
    product_ids,
    benefit_ids,
    secret,
    headers: given,
  }: CreateBody,
  organizationId: string,
  ofRequest: ApiVersion,
) => ({
  organizationId,
  url: address,
  name: label ?? null,
  format,
  envelope: envelope ?? 'standard',
  apiVersion: api_version ?? ofRequest,
  events: kinds,
  productIds: product_ids ?? null,
  benefitIds: benefit_ids ?? null,
  headers: headersIn(given),
  secret: secret ?? undefined,
});

/** `null` clears the name, the filters and the headers, and leaves everything else as it is. */
export const endpointChanges = (body: UpdateBody) => ({
  url: body.url ?? undefined,
  name: body.name,
  format: body.format ?? undefined,
  envelope: body.envelope ?? undefined,
  apiVersion: body.api_version ?? undefined,
  events: body.events ?? undefined,
  productIds: body.product_ids,
  benefitIds: body.benefit_ids,
  headers: body.headers === undefined ? undefined : headersIn(body.headers),
  enabled: body.enabled ?? undefined,
});
