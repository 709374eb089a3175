import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type EventUpdates,
  type IncomingEvent,
  Provider,
  type WebhookRequest,
  WebhookEventInvalid,
  WebhookSignatureInvalid,
} from '../../domain/provider.ts';
import { EventReader } from './event-reader.ts';
import { lemonSqueezyUpdates } from './lemon-squeezy-updates.ts';
import { LEMON_SQUEEZY_FIELDS } from './lemon-squeezy-fields.ts';

/** `updated` is sent with every other event: of the same second, the one that names what happened is later. */
function rankOf(type: string): number {
  if (type.endsWith('_created')) return 0;
  if (type.endsWith('_expired')) return 3;
  return type.endsWith('_updated') ? 1 : 2;
}

/** Events of Lemon Squeezy. They have no ids and their signatures no times, so the digest of its body identifies an event. */
export class LemonSqueezy extends Provider {
  readonly name = 'lemon_squeezy';

  async verify({ headers, body }: WebhookRequest, secret: string): Promise<void> {
    const given = Buffer.from(headers['x-signature'] ?? '', 'hex');
    const expected = createHmac('sha256', secret).update(body).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new WebhookSignatureInvalid();
  }

  testRequest(secret: string, now: Date): WebhookRequest {
    const data = { type: 'latchkey-test', attributes: { updated_at: now.toISOString() } };
    const body = JSON.stringify({ meta: { event_name: 'latchkey_test', test_mode: true }, data });
    return { headers: { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') }, body };
  }

  identify(body: string): IncomingEvent {
    try {
      const event = EventReader.of(body, LEMON_SQUEEZY_FIELDS);
      const attributes = event.at('data', 'attributes');
      const store = attributes.at('store_id').integerOrNull();
      return {
        id: createHash('sha256').update(body).digest('hex'),
        type: event.at('meta', 'event_name').text(),
        occurredAt: new Date(attributes.first('updated_at', 'created_at').time()),
        isTest: event.at('meta', 'test_mode').isTrue() || attributes.at('test_mode').isTrue(),
        account: store === null ? null : String(store),
      };
    } catch {
      throw new WebhookEventInvalid();
    }
  }

  read(body: string): EventUpdates {
    const event = EventReader.of(body, LEMON_SQUEEZY_FIELDS);
    const type = event.at('meta', 'event_name').text();
    return { rank: rankOf(type), updates: lemonSqueezyUpdates(event.at('data'), event.at('meta', 'custom_data')) };
  }
}
