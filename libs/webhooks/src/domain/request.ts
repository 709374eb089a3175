import type { ClaimedDelivery } from './delivery-queue.ts';
import { render } from './message-format.ts';
import type { WebhookRequest } from './sender.ts';
import { signatureHeader } from './signature.ts';

interface Content {
  readonly id: string;
  /** Null for a test. */
  readonly sequence: number | null;
  readonly body: string;
}

/** The headers of a request that brings this event. */
export function headersOf({ id, sequence, body }: Content, secrets: readonly string[], now: Date): WebhookRequest['headers'] {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Latchkey-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatureHeader({ id, timestamp, body }, secrets),
    ...(sequence === null ? {} : { 'webhook-sequence': `${sequence}` }),
  };
}

/** The request of an attempt. Only its timestamp and signatures differ from those of other attempts. */
export function requestOf(
  { eventId: id, sequence, message, endpoint }: ClaimedDelivery,
  secrets: readonly string[],
  now: Date,
): WebhookRequest {
  const body = render(message, endpoint.format);
  return { url: endpoint.url, body, headers: headersOf({ id, sequence, body }, secrets, now) };
}
