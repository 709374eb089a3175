import { binary, type Content, type EventToSend, structured } from './cloud-event.ts';
import type { ClaimedDelivery } from './delivery-queue.ts';
import type { EndpointHeader } from './endpoint-headers.ts';
import { render } from './message-format.ts';
import type { WebhookRequest } from './sender.ts';
import { signatureHeader } from './signature.ts';
import type { Envelope } from './format.ts';

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
