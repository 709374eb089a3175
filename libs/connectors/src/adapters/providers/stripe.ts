import { createHmac } from 'node:crypto';
import {
  type EventUpdates,
  EventNotUnderstood,
  type IncomingEvent,
  type Mark,
  Provider,
  type WebhookRequest,
  WebhookEventInvalid,
  WebhookSignatureInvalid,
} from '../../domain/provider.ts';
import { EventReader } from './event-reader.ts';
import type { SubscriptionUpdate } from '../../domain/provider-updates.ts';
import { STRIPE_FIELDS, type StripeObject } from './stripe-fields.ts';
import { stripeUpdates, subscriptionUpdate } from './stripe-updates.ts';

/**
 * The order of events of the same second, of which Stripe may create several: what comes later in the life of an object is later, and an
 * event that tells of a change is later than one that is sent for another reason, such as the coming end of a trial.
 */
function rankOf(type: string): number {
  if (type.endsWith('.created')) return 0;
  if (type.endsWith('.deleted')) return 3;
  return type.endsWith('.updated') ? 2 : 1;
}

/** Events of Stripe. Shapes of versions before and after 2025-03-31 (basil) are read. */
export class Stripe extends Provider {
  readonly name = 'stripe';

  /** The package takes some time to load, so it is loaded when it is needed. */
  async verify({ headers, body }: WebhookRequest, secret: string, now: Date): Promise<void> {
    const { default: Client } = await import('stripe');
    const header = headers['stripe-signature'];
    if (header === undefined) throw new WebhookSignatureInvalid();
    const { signature, DEFAULT_TOLERANCE } = Client.webhooks as unknown as StripeWebhooks;
    try {
      signature.verifyHeader(body, header, secret, DEFAULT_TOLERANCE, undefined, now.getTime());
    } catch {
      throw new WebhookSignatureInvalid();
    }
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
    if (signedAt * 1000 > now.getTime() + DEFAULT_TOLERANCE * 1000) throw new WebhookSignatureInvalid();
  }

  testRequest(secret: string, now: Date): WebhookRequest {
    const created = Math.floor(now.getTime() / 1000);
    const event = { id: `evt_test_${now.getTime()}`, type: 'latchkey.test', created, livemode: false, data: { object: {} } };
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    return { headers: { 'stripe-signature': `t=${created},v1=${signature}` }, body };
  }

  identify(body: string): IncomingEvent {
    try {
      const event = EventReader.of(body, STRIPE_FIELDS);
      return {
        id: event.at('id').text(),
        type: event.at('type').text(),
        occurredAt: new Date(event.at('created').time()),
        isTest: !event.at('livemode').isTrue(),
        account: event.at('account').textOrNull(),
      };
    } catch {
      throw new WebhookEventInvalid();
    }
  }

  read(body: string, mark: Mark | null = null): EventUpdates {
    const event = EventReader.of(body, STRIPE_FIELDS);
    const type = event.at('type').text();
    if (event.at('object').textOrNull()?.startsWith('v2.')) throw new EventNotUnderstood('payload_thin', THIN);
    const object = event.at('data', 'object');
    const createdAt = event.at('created').time();
    const updates = stripeUpdates(type, object, createdAt, mark);
    if (updates[0]?.kind !== 'subscription') return { rank: rankOf(type), updates };
    const before = subscriptionBefore(object, event.at('data', 'previous_attributes'), mark);
    return { rank: rankOf(type), updates, ...(before ? { before } : {}) };
  }
}

/** What cannot be read of it decides nothing. */
function subscriptionBefore(
  object: StripeObject,
  former: EventReader<'provider'>,
  mark: Mark | null,
): SubscriptionUpdate | undefined {
  try {
    const before = object.before(former);
    return before && subscriptionUpdate(before, mark);
  } catch {
    return undefined;
  }
}

const THIN =
  'The event names its object and does not contain it. In the dashboard of Stripe, choose snapshot payloads for the endpoint, not thin ones.';

/** The part of the package that is not in its types. */
interface StripeWebhooks {
  readonly DEFAULT_TOLERANCE: number;
  readonly signature: {
    verifyHeader(
      payload: string,
      header: string,
      secret: string,
      tolerance: number,
      cryptoProvider: undefined,
      receivedAt: number,
    ): boolean;
  };
}
