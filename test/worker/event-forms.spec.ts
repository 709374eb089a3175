import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { listResourceEventFromJSON } from 'polar-sdk-0/models/components/listresourceevent.js';
import { AdvanceSubscriptions } from '#entitlements';
import { meteringSubscribers } from '#metering';
import { compile } from '../architecture/compile.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

type Event = { readonly id: string; readonly name: string };

async function send(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const answer = await fixture.seller(method, url, body);
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  await fixture.settled();
  return answer.body;
}

/** The names of all events that the service records. */
function recorded(): string[] {
  const names = meteringSubscribers
    .filter(({ id }) => id.startsWith('RecordSystemEvent'))
    .flatMap(({ events }) => events as readonly string[]);
  const renamed = names.map((name) =>
    name.replace('benefit_grant.created', 'benefit.granted').replace('benefit_grant', 'benefit'),
  );
  return [...renamed, 'subscription.reactivated'].sort();
}

async function changeCustomer() {
  const customer = await fixture.create('/v1/customers/', { email: 'ada@example.com' });
  await send('PATCH', `/v1/customers/${customer.id}`, {
    name: 'Ada',
    billing_address: { country: 'DE' },
    tax_id: 'DE123456788',
    locale: 'de',
    metadata: { plan: 'pro', level: 2, share: 0.5, beta: true },
  });
  return customer;
}

async function order(customer_id: string): Promise<void> {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  const { id, net_amount: amount } = await send('POST', '/v1/orders/', { product_id: product.id, customer_id });
  await send('PATCH', `/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { limit_usage: 9 } });
  await send('POST', `/v1/orders/${id}/void`);
  await send('POST', `/v1/orders/${id}/unvoid`);
  await send('POST', '/v1/refunds/', { order_id: id, reason: 'other', amount, revoke_benefits: true });
}

async function subscribe(customer_id: string): Promise<void> {
  const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: 100 }];
  const prices = [{ amount_type: 'seat_based', price_currency: 'usd', seat_tiers: { tiers } }];
  const offered = { name: 'Team', recurring_interval: 'month', prices };
  const [basic, pro] = [await fixture.create('/v1/products/', offered), await fixture.create('/v1/products/', offered)];
  const { id } = await send('POST', '/v1/subscriptions/', { product_id: basic.id, customer_id, seats: 3 });
  const change = (body: object) => send('PATCH', `/v1/subscriptions/${id}`, body);
  const endPeriod = async () => {
    const ended = `update entitlements.subscriptions set current_period_end = now() - interval '1 day' where id = ?`;
    await fixture.api.app.get(EntityManager).fork().execute(ended, [id]);
    await fixture.api.app.get(CommandBus).execute(new AdvanceSubscriptions());
    await fixture.settled();
  };
  await change({ product_id: pro.id, proration_behavior: 'prorate' });
  await change({ seats: 5, proration_behavior: 'invoice' });
  await change({ seats: 2, proration_behavior: 'next_period' });
  await change({ pending_update: null });
  await change({ current_billing_period_end: '2090-01-01T00:00:00Z' });
  await endPeriod();
  await change({ pause_at_period_end: true });
  await endPeriod();
  await change({ resume: true });
  await change({ cancel_at_period_end: true });
  await change({ cancel_at_period_end: false });
  await change({ status: 'past_due' });
  await change({ status: 'active' });
  await send('DELETE', `/v1/subscriptions/${id}`);
}

/** The errors of the newer client's types for a page that it read. It checks nothing itself. */
const errorsOfTypes = (page: string): string[] =>
  compile({
    page: `import type { models } from '@polar-sh/sdk/2026-04';
      type Read<T> = T extends readonly (infer Item)[] ? readonly Read<Item>[]
        : T extends object ? { readonly [K in keyof T]: Read<T[K]> } & { readonly [further: string]: unknown } : T;
      const page = ${page} as const;
      export const events: Read<models.ListResourceEvent> = page;`,
  })['page']!;

test('both generations of the public client read the list of all kinds of events', async () => {
  const customer = await changeCustomer();
  await order(customer.id);
  await subscribe(customer.id);
  await send('POST', '/v1/events/ingest', { events: [{ name: 'call', customer_id: customer.id, metadata: { tokens: 1.5 } }] });
  await send('DELETE', `/v1/customers/${customer.id}`);
  const { body } = await fixture.seller('GET', '/v1/events/?limit=100&sorting=timestamp');
  const items = body.items as readonly Event[];
  expect([...new Set(items.map(({ name }) => name))].sort()).toEqual([...recorded(), 'call'].sort());
  expect(body.pagination.max_page).toBe(1);

  expect(errorsOfTypes(JSON.stringify(body))).toEqual([]);
  expect(errorsOfTypes(JSON.stringify({ ...body, items: [{ ...items[0]!, metadata: {} }] }))).not.toEqual([]);

  // The older client has no such event, also of the reference API.
  const known = items.filter(({ name }) => name !== 'order.unvoided');
  const read = listResourceEventFromJSON(JSON.stringify({ ...body, items: known }));
  expect(read.error).toBeUndefined();
  expect(read.value?.items.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
});
