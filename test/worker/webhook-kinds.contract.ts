import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { RecordUndelivered } from '#connectors';
import { FollowRefunds } from '#entitlements/contract';
import { AnnounceExpiries } from '#licensing';
import { NEVER_SENT, WEBHOOK_EVENT_TYPES } from '#webhooks/views';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { eventually } from '../support/eventually.ts';
import { generatedClientOf } from '../support/generated-client.ts';
import { seedRelease } from '../support/seed-release.ts';
import { seatsOf } from '../support/seat-fixture.ts';
import { verifyWebhook } from '../support/verified-webhook.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';
import type { ReceivedWebhook } from '../support/webhook-receiver.ts';
import { lifeOfCustomer, openSellerOfLife } from './customer-life.ts';
import { extensionSteps } from './extension-kinds.ts';

type Body = Answer['body'];

/** A state is published once for all changes within half a second, and what a test clock makes due may take longer. */
const withoutRepeatedStates = (events: readonly ReceivedWebhook[]): ReceivedWebhook[] =>
  events.filter(({ body }, index) => {
    const { type, data } = JSON.parse(body) as Body;
    const isSame = (other: Body): boolean => other.type === type && other.data.id === data.id;
    return type !== 'customer.state_changed' || !events.slice(index + 1).some((later) => isSame(JSON.parse(later.body)));
  });

const positionOf = ({ headers }: ReceivedWebhook): number => Number(headers['webhook-sequence']);

/** Which events a worker with these settings sends, and what they have. */
export function webhookKindsContract(env: Record<string, string> = {}): void {
  let fixture: WebhookFixture;
  /** The secrets of endpoints that get every kind, by their paths. */
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    fixture = await openWebhookFixture({ ...env, ENVIRONMENT: 'sandbox' });
    secrets.set('/all', (await fixture.endpoint('/all', { events: [...WEBHOOK_EVENT_TYPES] })).secret);
  });
  afterAll(() => fixture.close());

  /** Changes a resource, and waits until its events have been sent, with the resource as it is then; throws unless the response is a success. */
  async function change(method: 'PATCH' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Body> {
    const answer = await fixture.seller(method, url, body);
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    await fixture.settled();
    await fixture.delivered();
    return answer.body;
  }

  async function makeEverythingHappen(): Promise<void> {
    const { id: organization_id } = fixture.ours.organization;
    await callAs(fixture.api, fixture.ours.pat)('PATCH', `/v1/organizations/${organization_id}`, { name: 'Renamed' });
    const benefit = await fixture.create('/v1/benefits/', {
      type: 'license_keys',
      description: 'License',
      properties: { activations: { limit: 2, enable_customer_admin: true } },
    });
    const fixed = { amount_type: 'fixed', price_currency: 'usd', price_amount: 1000 };
    const product = await fixture.create('/v1/products/', { name: 'Monthly', recurring_interval: 'month', prices: [fixed] });
    const once = await fixture.create('/v1/products/', { name: 'Once', recurring_interval: null, prices: [fixed] });
    for (const { id } of [product, once]) await change('POST', `/v1/products/${id}/benefits`, { benefits: [benefit.id] });
    const customer = await fixture.create('/v1/customers/', {
      email: 'ada@example.com',
      name: 'Ada',
      type: 'team',
      owner: { email: 'ada@example.com', name: 'Ada' },
    });
    await change('PATCH', `/v1/customers/${customer.id}`, { name: 'Ada L.' });
    const member = await change('POST', `/v1/customers/${customer.id}/members`, { email: 'bob@example.com', name: 'Bob' });
    await change('PATCH', `/v1/customers/${customer.id}/members/${member.id}`, { name: 'Bobby' });

    const order = await fixture.create('/v1/orders/', { product_id: once.id, customer_id: customer.id });
    await fixture.settled();
    await change('PATCH', `/v1/benefits/${benefit.id}`, {
      type: 'license_keys',
      properties: { activations: { limit: 3, enable_customer_admin: true } },
    });
    await change('POST', '/v1/refunds/', { order_id: order.id, reason: 'customer_request', amount: 1000, revoke_benefits: true });
    const undelivered = { organizationId: organization_id, customerId: customer.id, purchase: { orderId: order.id } };
    const ignored = { ...undelivered, reason: 'quantity_ignored', quantity: 5 } as const;
    await fixture.api.app.get(CommandBus).execute(new RecordUndelivered(ignored));
    const provided = { total: 0, failed: 1000 };
    await fixture.api.app.get(CommandBus).execute(new FollowRefunds(organization_id, order.id, provided));
    await fixture.settled();

    const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    await fixture.settled();
    const update = (changes: object) => change('PATCH', `/v1/subscriptions/${subscription.id}`, changes);
    await update({ cancel_at_period_end: true });
    await update({ cancel_at_period_end: false });
    await update({ status: 'past_due' });
    await update({ status: 'active' });
    await change('DELETE', `/v1/subscriptions/${subscription.id}`);
    await change('DELETE', `/v1/customers/${customer.id}/members/${member.id}`);
    await change('DELETE', `/v1/customers/${customer.id}`);
  }

  /** One of two purchases takes the last entry of a pool, and the other waits. */
  async function emptyPool(): Promise<void> {
    const benefit = await fixture.benefit();
    const product = await fixture.product({ benefits: [benefit.id] });
    const pool = await fixture.create('/v1/license-key-pools', { name: 'Batch 7', benefit_id: benefit.id, low_threshold: 0 });
    await change('POST', `/v1/license-key-pools/${pool.id}/entries`, { entries: ['PUBLISHER-0000001'] });
    for (const { id: customer_id } of [await fixture.customer(), await fixture.customer()]) {
      await change('POST', '/v1/orders/', { product_id: product.id, customer_id });
    }
  }

  async function releaseVersion(): Promise<void> {
    const { id: product_id } = await fixture.product();
    const { release_id } = await seedRelease(fixture.seller, { product_id, version: '1.0.0' });
    for (const act of ['publish', 'yank']) await change('POST', `/v1/releases/${release_id}/${act}`);
  }

  /** Two devices on a day are one too many; then somebody reports the key. */
  async function leakKey(): Promise<void> {
    const activations = { limit: 2, enable_customer_admin: false };
    const properties = { activations, policy: { alerts: { devices_per_day: 1 } } };
    const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'License', properties });
    const { id: customer_id } = await fixture.customer();
    const { id, key, organization_id } = await fixture.create('/v1/license-keys/', { customer_id, benefit_id: benefit.id });
    for (const label of ['one', 'two']) await change('POST', '/v1/license-keys/activate', { key, organization_id, label });
    await change('POST', `/v1/license-keys/${id}/report-leak`, { url: 'https://example.com/forum' });
  }

  /** The trial of a device, a key that expires within a day, and one that has expired. */
  async function expireKeys(): Promise<void> {
    const { id: customer_id } = await fixture.customer();
    const properties = { policy: { trial: { days: 14, customer_id } } };
    const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'License', properties });
    const trial = { benefit_id: benefit.id, organization_id: fixture.ours.organization.id };
    await fixture.seller('POST', '/v1/customer-portal/license-keys/trial', trial, { 'license-device': 'laptop' });
    const [hour, day] = [3_600_000, 86_400_000];
    for (const left of [day - hour, -hour]) {
      const expires_at = new Date(Date.now() + left).toISOString();
      const key = await fixture.create('/v1/license-keys/', { customer_id, benefit_id: benefit.id });
      const due = `update licensing.license_keys set expires_at = ?, notice_at = ?::timestamptz - interval '1 day' where id = ?`;
      await fixture.api.app.get(EntityManager).fork().execute(due, [expires_at, expires_at, key.id]);
    }
    await fixture.api.app.get(CommandBus).execute(new AnnounceExpiries());
    await fixture.settled();
  }

  /** Events of seats, and of periods that end. */
  async function makeTimePass(): Promise<void> {
    const seats = seatsOf(fixture);
    const purchase = await seats.subscription(3);
    const seat = await seats.seat(purchase);
    const claimed = await seats.claim(await seats.invitation(seat));
    if (claimed.status !== 200) throw new Error(`Not claimed: ${claimed.status} ${claimed.text}`);
    await change('DELETE', `/v1/customer-seats/${seat.id}`);

    const product = await fixture.product({ every: 'month' });
    const subscribe = async (): Promise<Body> =>
      fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: (await fixture.customer()).id });
    const [running, pausing] = [await subscribe(), await subscribe()];
    await change('PATCH', `/v1/subscriptions/${pausing.id}`, { pause_at_period_end: true });
    for (const { id } of [running, pausing]) {
      const end = `update entitlements.subscriptions set current_period_end = now() - interval '10 days' where id = ?`;
      await fixture.api.app.get(EntityManager).fork().execute(end, [id]);
    }
    {
      await using schedulers = new AsyncDisposableStack();
      schedulers.use(startScheduler(fixture.api.app, 50));
      const read = async ({ id }: Body) => (await fixture.seller('GET', `/v1/subscriptions/${id}`)).body;
      await eventually(async () => (await read(pausing)).status === 'paused');
      await eventually(async () => Date.parse((await read(running)).current_period_end) > Date.now());
    }
    await change('PATCH', `/v1/subscriptions/${pausing.id}`, { resume: true });
  }

  /** The grant of a key that is changed by hand is updated, once for each change. */
  async function changeGrantedKey(): Promise<void> {
    const benefit = await fixture.benefit();
    const product = await fixture.product({ benefits: [benefit.id] });
    const { id: customer_id } = await fixture.customer();
    await change('POST', '/v1/orders/', { product_id: product.id, customer_id });
    const [key] = (await fixture.seller('GET', `/v1/license-keys/?customer_id=${customer_id}`)).body.items;
    await fixture.delivered();
    const updates = () =>
      fixture.receiver.received
        .map(({ body }) => JSON.parse(body) as Body)
        .filter(({ type, data }) => type === 'benefit_grant.updated' && data.customer_id === customer_id);
    const before = updates().length;
    for (const body of [{ limit_activations: 9 }, { status: 'disabled' }, { status: 'granted' }])
      await change('PATCH', `/v1/license-keys/${key.id}`, body);
    const { display_key } = await change('POST', `/v1/license-keys/${key.id}/rotate`, {});
    await fixture.delivered();
    expect(updates()).toHaveLength(before + 4);
    expect(updates().at(-1)!.data.properties.display_key).toBe(display_key);
  }

  /** Lives once, however many tests ask, and returns what each step was told. */
  let life: ReturnType<typeof liveOnce> | undefined;
  const live = () => (life ??= liveOnce());
  async function liveOnce() {
    const seller = await openSellerOfLife(fixture);
    const { steps, made } = await lifeOfCustomer(seller);
    await fixture.settled();
    const url = new URL('/life', fixture.receiver.url).href;
    const endpoint = await seller.ask('POST', '/v1/webhooks/endpoints', { url, format: 'raw', events: [...WEBHOOK_EVENT_TYPES] });
    secrets.set('/life', endpoint.secret);
    const told: { step: string; expected: readonly string[]; events: ReceivedWebhook[] }[] = [];
    for (const { step, kinds, act } of steps) {
      const before = new Set(fixture.receiver.received);
      await act();
      await fixture.settled();
      await fixture.delivered();
      const events = fixture.receiver.received.filter((each) => each.path === '/life' && !before.has(each));
      told.push({ step, expected: kinds, events: events.toSorted((a, b) => positionOf(a) - positionOf(b)) });
    }
    return { told, made };
  }

  test('the life of a customer is told step by step', async () => {
    const { told, made } = await live();
    for (const { events } of told) for (const event of events) await verifyWebhook(event, secrets.get('/life')!);
    const kindsOf = (events: readonly ReceivedWebhook[]): string[] => events.map(({ body }) => (JSON.parse(body) as Body).type);
    const lines = told.map(({ step, events }) => `| ${step} | ${kindsOf(events).join(', ')} |`);
    if (process.env['SHOW_EVENTS']) process.stdout.write(['', '| step | events |', '| --- | --- |', ...lines, ''].join('\n'));
    // Events of different resources may overtake each other within a step.
    expect(told.map(({ step, events }) => [step, kindsOf(withoutRepeatedStates(events)).sort()])).toEqual(
      told.map(({ step, expected }) => [step, expected.toSorted()]),
    );
    const positions = told.flatMap(({ events }) => events.map(positionOf));
    expect(positions).toEqual(positions.map((_, index) => index + 1));
    const one = (step: string, kind: string): Body =>
      told
        .find((each) => each.step === step)!
        .events.map(({ body }) => JSON.parse(body) as Body)
        .find(({ type }) => type === kind);
    expect(one('activates', 'license_key.activated')).toMatchObject({
      data: { activation_id: made['pc'].id, display_key: made['key'].display_key },
      changes: {},
      actor: null,
    });
    expect(one('gets more devices', 'license_key.updated')).toMatchObject({
      data: { limit_activations: 9, status: 'granted' },
      changes: { limit_activations: { before: 3, after: 9 } },
      actor: { type: 'organization', credential_id: expect.any(String) },
    });
    expect(one('gives it away', 'license_key.transferred').changes).toEqual({
      customer_id: { before: made['ada'].id, after: made['bob'].id },
    });
  });

  test('each kind has the documented shape, which both generations of the client and a generated one accept', async () => {
    await makeEverythingHappen();
    await makeTimePass();
    await emptyPool();
    await releaseVersion();
    await leakKey();
    await live();
    await changeGrantedKey();
    await expireKeys();
    for (const step of Object.values(extensionSteps(fixture, change))) await step();
    await fixture.delivered();
    const contract = Contract.of(fixture.api);
    const refusedByGeneratedClient = await generatedClientOf(contract.document);
    expect(refusedByGeneratedClient({ type: 'order.paid' })).toContain(
      'body.data: Invalid input: expected object, received undefined',
    );
    expect(refusedByGeneratedClient({ type: 'order.lost' })).toEqual(['no schema of order.lost']);
    const seen = new Map<string, string>();
    for (const event of fixture.receiver.received.filter(({ path }) => secrets.has(path))) {
      await verifyWebhook(event, secrets.get(event.path)!);
      const body = JSON.parse(event.body) as { type: string };
      seen.set(body.type, event.body);
      const violations = [...contract.webhookViolations(body), ...refusedByGeneratedClient(body)];
      expect({ type: body.type, violations }).toEqual({ type: body.type, violations: [] });
    }
    const missing = WEBHOOK_EVENT_TYPES.filter((type) => !seen.has(type));
    expect(missing.sort()).toEqual([...NEVER_SENT].sort());
    for (const kind of ['license_key_pool.low', 'license_key_pool.empty', 'license_key_pool.grant_delayed'])
      expect([kind, (JSON.parse(seen.get(kind)!) as Body).actor]).toEqual([
        kind,
        { type: 'system', id: null, credential_id: null },
      ]);
    const { data } = JSON.parse(seen.get('license_key_pool.grant_delayed')!) as { data: object };
    expect(Object.keys(data).sort()).toEqual(['available', 'benefit_id', 'grant_id', 'id', 'low_threshold', 'name']);
    const bodies = fixture.receiver.received.map(({ body }) => body).join();
    expect(bodies).not.toMatch(/latchkey_|whsec_|"key":|invited@example|confidential|127\.0\.0\.1/);
    const keys: Body[] = (await fixture.seller('GET', '/v1/license-keys/?limit=100')).body.items;
    expect(keys.filter(({ key }) => bodies.includes(key))).toEqual([]);
  });
}
