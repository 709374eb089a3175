import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type EventUpdates,
  type IncomingEvent,
  type Mark,
  Provider,
  type WebhookRequest,
  WebhookEventInvalid,
  WebhookSignatureInvalid,
} from '../../domain/provider.ts';
import { EventReader } from './event-reader.ts';
import { paddleUpdates } from './paddle-updates.ts';
import { PADDLE_FIELDS } from './paddle-fields.ts';

const rankOf = (type: string): number => (type.endsWith('.created') ? 0 : type.endsWith('.canceled') ? 2 : 1);

/** Events of Paddle Billing. They do not say whether they are tests: the sandbox of Paddle is another account. */
export class Paddle extends Provider {
  readonly name = 'paddle';

  /** The header has a time and one or more signatures; while the secret is changed, there are several. */
  async verify({ headers, body }: WebhookRequest, secret: string, now: Date): Promise<void> {
    const parts = (headers['paddle-signature'] ?? '').split(';').map((part) => part.split('='));
    const time = parts.find(([name]) => name === 'ts')?.[1] ?? '';
    const signatures = parts.filter(([name]) => name === 'h1').map(([, value = '']) => Buffer.from(value, 'hex'));
    const expected = createHmac('sha256', secret).update(`${time}:${body}`).digest();
    const isSigned = signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
    const isInTime = Math.abs(now.getTime() - Number(time) * 1000) < TOLERANCE_MS;
    if (!isSigned || !isInTime) throw new WebhookSignatureInvalid();
  }

  testRequest(secret: string, now: Date): WebhookRequest {
    const [id, time] = [`evt_test_${now.getTime()}`, Math.floor(now.getTime() / 1000)];
    const body = JSON.stringify({ event_id: id, event_type: 'latchkey.test', occurred_at: now.toISOString(), data: {} });
    const signature = createHmac('sha256', secret).update(`${time}:${body}`).digest('hex');
    return { headers: { 'paddle-signature': `ts=${time};h1=${signature}` }, body };
  }

  identify(body: string): IncomingEvent {
    try {
      const event = EventReader.of(body, PADDLE_FIELDS);
      const [id, type] = [event.at('event_id').text(), event.at('event_type').text()];
      return { id, type, occurredAt: new Date(event.at('occurred_at').time()), isTest: false, account: null };
    } catch {
      throw new WebhookEventInvalid();
    }
  }

  read(body: string, mark: Mark | null = null): EventUpdates {
    const event = EventReader.of(body, PADDLE_FIELDS);
    const type = event.at('event_type').text();
    return { rank: rankOf(type), updates: paddleUpdates(type, event.at('data'), mark) };
  }
}

/** The tolerance of Paddle's own packages, and the second that the time in the header is rounded by. */
const TOLERANCE_MS = 6_000;
