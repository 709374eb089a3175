import type { ClaimedDelivery } from './delivery-queue.ts';
import type { EndpointHeader } from './endpoint-headers.ts';
import { render, type Envelope } from './message-format.ts';
import type { WebhookRequest } from './sender.ts';
import { createHmac } from 'node:crypto';
import { keyOfSecret } from './secret.ts';

/** Structured mode: the body is the event with its attributes. */
const STRUCTURED = 'application/cloudevents+json';

/** An event as it is sent, whatever its form. */
interface EventToSend {
  readonly id: string;
  readonly organizationId: string;
  /** Null for a test. */
  readonly sequence: number | null;
  /** JSON: `{type, timestamp, api_version, data}`. */
  readonly body: string;
}

/** The body of a request, and the headers that say what it is. */
interface Content {
  readonly body: string;
  readonly headers: { readonly 'content-type': string; readonly [name: string]: string };
}

interface Standard {
  readonly type: string;
  readonly timestamp: string;
  readonly api_version: string;
  readonly data: { readonly id?: unknown };
}

/** Attributes of the extension `sequence` are compared as texts. */
const SEQUENCE_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/**
 * The context attributes of CloudEvents 1.0. They are ids, kinds, times and versions: ASCII without blanks, so that none of them has to
 * be percent-encoded in a header.
 */
const attributesOf = ({ id, organizationId, sequence }: EventToSend, { type, timestamp, api_version, data }: Standard) => ({
  specversion: '1.0',
  id,
  source: `urn:uuid:${organizationId}`,
  type,
  ...(typeof data.id === 'string' ? { subject: data.id } : {}),
  time: timestamp,
  apiversion: api_version,
  ...(sequence === null ? {} : { sequence: String(sequence).padStart(SEQUENCE_DIGITS, '0') }),
});

/** The event in structured mode. The same event always gives the same text. */
function structured(event: EventToSend): Content {
  const standard = JSON.parse(event.body) as Standard;
  const attributes = { ...attributesOf(event, standard), datacontenttype: 'application/json', data: standard.data };
  return { body: JSON.stringify(attributes), headers: { 'content-type': STRUCTURED } };
}

/** The event in binary mode: the body is its data alone, and the attributes are headers. */
function binary(event: EventToSend): Content {
  const standard = JSON.parse(event.body) as Standard;
  const attributes = Object.entries(attributesOf(event, standard)).map(([name, value]) => [`ce-${name}`, value]);
  return {
    body: JSON.stringify(standard.data),
    headers: { 'content-type': 'application/json', ...(Object.fromEntries(attributes) as Record<string, string>) },
  };
}

/** What is signed of a request. */
interface SignedMessage {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const sign = (key: string | Buffer, { id, timestamp, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/**
 * The header `webhook-signature`: for each secret a signature with the bytes that it encodes (Standard Webhooks), and one with its
 * whole text, which clients of the reference API verify.
 */
export const signatureHeader = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.flatMap((secret) => [sign(keyOfSecret(secret), message), sign(secret, message)]).join(' ');

const JSON_TYPE = { 'content-type': 'application/json' };

/** What a request brings in each envelope. */
const ENVELOPED: Readonly<Record<Envelope, (event: EventToSend) => Content>> = {
  standard: ({ body }) => ({ body, headers: JSON_TYPE }),
  cloudevents: structured,
  cloudevents_binary: binary,
};

export const enveloped = (event: EventToSend, envelope: Envelope): Content => ENVELOPED[envelope](event);

interface Signed extends Pick<EventToSend, 'id' | 'sequence' | 'body'> {
  readonly headers?: Content['headers'];
}

/** The headers of a request that brings this event in this body. */
export function headersOf(
  { id, sequence, body, headers = JSON_TYPE }: Signed,
  secrets: readonly string[],
  now: Date,
): WebhookRequest['headers'] {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    ...headers,
    'user-agent': 'Latchkey-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatureHeader({ id, timestamp, body }, secrets),
    ...(sequence === null ? {} : { 'webhook-sequence': `${sequence}` }),
  };
}

/** What the seller keeps secret about an endpoint, decrypted. */
interface Decrypted {
  readonly secrets: readonly string[];
  /** The headers that its requests have besides. */
  readonly own: readonly EndpointHeader[];
}

/** The request of an attempt. Only its timestamp and signatures differ from those of other attempts. */
export function requestOf(
  { eventId: id, organizationId, sequence, message, endpoint }: ClaimedDelivery,
  { secrets, own }: Decrypted,
  now: Date,
): WebhookRequest {
  const { format, envelope, url } = endpoint;
  const content =
    format === 'raw'
      ? enveloped({ id, organizationId, sequence, body: message.body }, envelope)
      : { body: render(message, format), headers: JSON_TYPE };
  const headers = {
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    ...headersOf({ id, sequence, ...content }, secrets, now),
  };
  return { url, body: content.body, headers };
}
