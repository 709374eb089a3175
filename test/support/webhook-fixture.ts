import { EntityManager } from '@mikro-orm/postgresql';
import { startWebhooks } from '../../apps/worker/start-webhooks.ts';
import type { Answer } from './call.ts';
import { eventually } from './eventually.ts';
import { openPurchaseFixture, type PurchaseFixture } from './purchase-fixture.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const POLL_MS = 50;

type Body = Answer['body'];

/** A seller whose events are processed, published and sent by a worker in this process, and a receiver. */
export interface WebhookFixture extends PurchaseFixture {
  readonly receiver: WebhookReceiver;
  /** Creates an endpoint at this path of the receiver. */
  endpoint(path: string, attributes?: object): Promise<Body>;
  /** Waits until all events are published and no delivery is due. */
  delivered(): Promise<void>;
}

export async function openWebhookFixture(env: Record<string, string> = {}): Promise<WebhookFixture> {
  const fixture = await openPurchaseFixture({ ...env, WEBHOOK_ALLOW: '127.0.0.1' });
  const receiver = await WebhookReceiver.open();
  const webhooks = startWebhooks(fixture.api.app, POLL_MS);
  const isDelivered = async (): Promise<boolean> => {
    const open = `select 1 from platform.outbox where done_at is null union all select 1 from webhooks.pending_events
      union all select 1 from webhooks.deliveries where status = 'pending' and (claimed_until is not null or next_attempt_at <= now())`;
    return (await fixture.api.app.get(EntityManager).fork().execute(open)).length === 0;
  };
  return {
    ...fixture,
    receiver,
    endpoint: (path, attributes = {}) =>
      fixture.create('/v1/webhooks/endpoints', {
        url: new URL(path, receiver.url).href,
        format: 'raw',
        events: ['customer.created'],
        ...attributes,
      }),
    delivered: () => eventually(isDelivered),
    close: async () => {
      await webhooks[Symbol.asyncDispose]();
      await fixture.close();
      await receiver.close();
    },
  };
}
