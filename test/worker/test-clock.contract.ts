import { EntityManager } from '@mikro-orm/postgresql';
import { decodeJwt } from 'jose';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const DAY = 86_400;
const KEYS = '/v1/customer-portal/license-keys';

/** Organizations whose clocks are moved: those of a service that is a sandbox, or sandboxes of an organization in a service that is none. */
export function testClocks(env: Record<string, string>, sandboxOf?: string): void {
  /** A worker process, and an API process of its own that takes the requests. */
  let worker: PurchaseFixture;
  let mailbox: Mailbox;
  let api: TestApi;
  let scheduler: AsyncDisposable;
  beforeAll(async () => {
    mailbox = await openMailbox();
    worker = await openPurchaseFixture({ ...env, LATCHKEY_DATA: mailbox.folder });
    const config = Config.from({ ...env, LATCHKEY_DATA: mailbox.folder });
    const app = await createApi({ config, databaseUrl: worker.api.databaseUrl, secretKeys: [SECRET_KEY] });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    api = { ...worker.api, app };
    scheduler = startScheduler(worker.api.app);
  });
  afterAll(async () => {
    await scheduler[Symbol.asyncDispose]();
    await api.app.close();
    await worker.close();
    await mailbox.remove();
  });

  const rows = <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
    api.app.get(EntityManager).fork().execute<T[]>(sql, values);

  /** An organization of a test, whose clock it moves. */
  class Seller {
    readonly call: Call;

    private constructor(readonly seeded: SeededOrganization) {
      this.call = callAs(api, seeded.oat);
    }

    static async open(): Promise<Seller> {
      return new Seller(await seedOrganization(worker.api, { sandboxOf }));
    }

    get id(): string {
      return this.seeded.organization.id;
    }

    get clock(): string {
      return `/v1/organizations/${this.id}/test-clock`;
    }

    /** Moves the clock and waits until what fell due is done. */
    async advance(seconds: number): Promise<Date> {
      const { status, body, text } = await this.call('POST', `${this.clock}/advance`, { seconds });
      if (status !== 200 || body.status !== 'advancing') throw new Error(`Not advanced: ${status} ${text}`);
      await eventually(async () => (await this.call('GET', this.clock)).body.status === 'ready');
      return new Date(body.now);
    }

    async create(url: string, body: object) {
      const answer = await this.call('POST', url, body);
      if (answer.status >= 300) throw new Error(`Not created: ${answer.status} ${answer.text}`);
      return answer.body;
    }

    async read(url: string) {
      return (await this.call('GET', url)).body;
    }

    /** A customer with a subscription to a product with these benefits. */
    async subscribed(product: Parameters<typeof seedProduct>[2], changes?: object) {
      const { id: product_id } = await seedProduct(worker.api, this.id, { every: 'month', ...product });
      const customer = await seedCustomer(worker.api, this.id);
      const { id } = await this.create('/v1/subscriptions/', { product_id, customer_id: customer.id });
      await worker.settled();
      if (changes) await this.call('PATCH', `/v1/subscriptions/${id}`, changes);
      await worker.settled();
      return { id, customer, read: () => this.read(`/v1/subscriptions/${id}`) };
    }

    benefit(properties?: Parameters<typeof seedBenefit>[2]) {
      return seedBenefit(worker.api, this.id, properties);
    }

    async keysOf(benefit: { readonly id: string }) {
      return (await this.read(`/v1/license-keys/?limit=100&benefit_id=${benefit.id}`)).items;
    }

    /** A key that is issued directly. */
    async key(benefit: { readonly id: string }, attributes: object = {}) {
      const { id: customer_id } = await seedCustomer(worker.api, this.id);
      return this.create('/v1/license-keys/', { benefit_id: benefit.id, customer_id, ...attributes });
    }

    /** What an application sends, without credentials. */
    present(operation: string, { key }: { readonly key: string }, body: object = {}, headers: Record<string, string> = {}) {
      return callAs(api)('POST', `${KEYS}/${operation}`, { key, organization_id: this.id, ...body }, headers);
    }
  }

  const outcomeOf = ({ status, headers }: Awaited<ReturnType<Call>>): string =>
    `${status} ${headers['license-code'] ?? ''}`.trim();

  test('a subscription renews three times, its usage starts anew, and another organization stays where it is', async () => {
    const [ours, theirs] = [await Seller.open(), await Seller.open()];
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
    const meter = await ours.create('/v1/meters/', { name: 'Calls', filter, aggregation: { func: 'sum', property: 'n' } });
    const credit = {
      type: 'meter_credit',
      description: '100 calls',
      properties: { meter_id: meter.id, units: 100, rollover: false },
    };
    const { id: credits } = await ours.create('/v1/benefits/', credit);
    const benefit = await ours.benefit();
    const subscription = await ours.subscribed({ benefits: [credits, benefit.id] });
    const theirSubscription = await theirs.subscribed({ benefits: [(await theirs.benefit()).id] });
    const before = await theirSubscription.read();
    const balance = async () => {
      const { items } = await ours.read(`/v1/customer-meters/?customer_id=${subscription.customer.id}`);
      return [items[0].credited_units, items[0].consumed_units, items[0].balance];
    };
    const use = async (now: Date) => {
      const event = { name: 'call', customer_id: subscription.customer.id, metadata: { n: 30 } };
      const events = [{ ...event, timestamp: now.toISOString() }, event];
      expect((await ours.call('POST', '/v1/events/ingest', { events })).body).toMatchObject({ inserted: 2 });
    };

    await use(new Date());
    expect(await balance()).toEqual([100, 60, 40]);
    for (let renewal = 1; renewal <= 3; renewal += 1) {
      const { current_period_end: end } = await subscription.read();
      const now = await ours.advance(Math.ceil((Date.parse(end) - Date.parse((await ours.read(ours.clock)).now)) / 1000) + 60);
      expect(await subscription.read()).toMatchObject({ status: 'active', current_period_start: end });
      expect(await balance()).toEqual([100, 0, 100]);
      await use(now);
      expect(await balance()).toEqual([100, 60, 40]);
    }
    const cycled = `select occurred_at from platform.outbox where name = 'subscription.cycled' and aggregate_id = ? order by id`;
    const times = (await rows<{ occurred_at: string }>(cycled, subscription.id)).map(({ occurred_at }) =>
      Date.parse(occurred_at),
    );
    expect(times).toHaveLength(3);
    expect(times.every((time, index) => time > Date.now() + (index + 0.9) * 28 * DAY * 1000)).toBe(true);
    expect(await ours.keysOf(benefit)).toMatchObject([{ status: 'granted' }]);
    expect(await theirSubscription.read()).toEqual(before);
    expect(await theirs.read(theirs.clock)).toMatchObject({ ahead_seconds: 0, status: 'ready' });
  });

  test('trials become paid, scheduled cancellations end, unpaid subscriptions lose their benefits and end, paused ones resume', async () => {
    const ours = await Seller.open();
    const benefits = await Promise.all([1, 2, 3, 4].map(() => ours.benefit()));
    const [trial, canceled, late, paused] = [
      await ours.subscribed({ benefits: [benefits[0]!.id], trial: { unit: 'day', count: 14 } }),
      await ours.subscribed({ benefits: [benefits[1]!.id] }, { cancel_at_period_end: true }),
      await ours.subscribed({ benefits: [benefits[2]!.id] }, { status: 'past_due' }),
      await ours.subscribed(
        { benefits: [benefits[3]!.id] },
        { pause_at_period_end: true, resumes_at: new Date(Date.now() + 50 * DAY * 1000) },
      ),
    ];
    const statuses = () => Promise.all([trial, canceled, late, paused].map(async ({ read }) => (await read()).status));
    const keys = () => Promise.all(benefits.map(async (each) => (await ours.keysOf(each))[0].status));
    expect([await statuses(), await keys()]).toEqual([
      ['trialing', 'active', 'past_due', 'active'],
      ['granted', 'granted', 'revoked', 'granted'],
    ]);
    await ours.advance(15 * DAY);
    expect(await statuses()).toEqual(['active', 'active', 'past_due', 'active']);
    await ours.advance(20 * DAY);
    expect([await statuses(), await keys()]).toEqual([
      ['active', 'canceled', 'canceled', 'paused'],
      ['granted', 'revoked', 'revoked', 'revoked'],
    ]);
    await ours.advance(20 * DAY);
    expect([(await statuses())[3], (await keys())[3]]).toEqual(['active', 'granted']);
    const { ended_at, canceled_at } = await canceled.read();
    expect(Date.parse(ended_at)).toBeGreaterThan(Date.now() + 27 * DAY * 1000);
    expect(Date.parse(canceled_at)).toBeLessThanOrEqual(Date.now());
  });

  test('a key expires, after its grace for good; a check-in falls due, and counted usage starts anew', async () => {
    const ours = await Seller.open();
    const expires = await ours.create('/v1/benefits/', {
      type: 'license_keys',
      description: 'Expires',
      properties: { expires: { ttl: 30, timeframe: 'day' }, policy: { expiry: { grace_seconds: 5 * DAY } } },
    });
    const used = await ours.create('/v1/benefits/', {
      type: 'license_keys',
      description: 'Counts',
      properties: { limit_usage: 1, policy: { usage_period: { every: 'month' }, check_in: { every_days: 40 } } },
    });
    const [expiring, counted] = [await ours.key(expires), await ours.key(used)];
    const validate = async (key: { readonly key: string }, body = {}) => ours.present('validate', key, body);
    expect(outcomeOf(await validate(counted, { increment_usage: 1 }))).toBe('200');
    expect(outcomeOf(await validate(counted, { increment_usage: 1 }))).toBe('400 USAGE_LIMIT_EXCEEDED');
    await ours.advance(31 * DAY);
    const inGrace = await validate(expiring);
    expect([outcomeOf(inGrace), Date.parse(inGrace.body.grace_until) - Date.parse(inGrace.body.expires_at)]).toEqual([
      '200',
      5 * DAY * 1000,
    ]);
    expect(outcomeOf(await validate(counted, { increment_usage: 1 }))).toBe('200');
    expect(await ours.read(`/v1/license-keys/${counted.id}`)).toMatchObject({ usage: 1 });
    await ours.advance(5 * DAY);
    expect(outcomeOf(await validate(expiring))).toBe('404 EXPIRED');
    await ours.advance(41 * DAY);
    expect(outcomeOf(await validate(counted))).toBe('404 CHECK_IN_OVERDUE');
    const fresh = await ours.key(expires);
    expect(Date.parse(fresh.expires_at)).toBeGreaterThan(Date.now() + (77 + 29) * DAY * 1000);
  });

  test('a floating slot becomes free by silence, and silent activations end', async () => {
    const ours = await Seller.open();
    const benefit = await ours.benefit({
      activations: { limit: 1, enableCustomerAdmin: true, mode: 'floating', checkoutSeconds: 600 },
    });
    const key = await ours.key(benefit);
    const checkOut = (device: string) => ours.present('activate', key, { label: device }, { 'license-device': device });
    const first = await checkOut('laptop');
    expect([outcomeOf(first), outcomeOf(await checkOut('desktop'))]).toEqual(['200', '403 ACTIVATION_LIMIT_REACHED']);
    const now = await ours.advance(570);
    const activation_id = first.body.id;
    const renewed = await ours.present('heartbeat', key, { activation_id });
    expect(outcomeOf(renewed)).toBe('200');
    expect(Date.parse(renewed.body.checkout_expires_at)).toBeGreaterThanOrEqual(now.getTime() + 600_000);
    await ours.advance(570);
    expect([outcomeOf(await checkOut('desktop')), (await ours.read(`/v1/license-keys/${key.id}`)).check_outs.taken]).toEqual([
      '403 ACTIVATION_LIMIT_REACHED',
      1,
    ]);
    await ours.advance(60);
    expect((await ours.read(`/v1/license-keys/${key.id}`)).check_outs.taken).toBe(0);
    expect(outcomeOf(await ours.present('heartbeat', key, { activation_id }))).toBe('404 CHECKOUT_EXPIRED');
    expect(outcomeOf(await checkOut('desktop'))).toBe('200');
    await ours.advance(200 * DAY);
    expect((await ours.read(`/v1/license-keys/${key.id}`)).activations).toEqual([]);
  });

  test('a lease runs by the clock of the organization and gives its place back; the status list is of current time', async () => {
    const ours = await Seller.open();
    const benefit = await ours.benefit({
      activations: { limit: 5, enableCustomerAdmin: true },
      offline: { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices: 1 },
    });
    const key = await ours.key(benefit);
    const lease = (device: string) => ours.present('lease', key, { label: device }, { 'license-device': device });
    const now = await ours.advance(400 * DAY - 40 * DAY);
    const first = await lease('laptop');
    expect(outcomeOf(first)).toBe('200');
    const claims = decodeJwt<{ status: { status_list: { uri: string } } }>(first.body.lease);
    expect(claims.exp! * 1000).toBeGreaterThanOrEqual(now.getTime() + 3_599_000);
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect((await lease('desktop')).status).toBe(403);
    await ours.advance(3600 + 601);
    expect(outcomeOf(await lease('desktop'))).toBe('200');
    const before = Math.floor(Date.now() / 1000);
    const list = await callAs(api)('GET', new URL(claims.status.status_list.uri).pathname);
    const iat = decodeJwt(list.text).iat!;
    expect(before <= iat && iat <= Date.now() / 1000).toBe(true);
  });

  test('a request of another process that begins after the response sees the new time', async () => {
    const ours = await Seller.open();
    const key = await ours.key(await ours.benefit({ expires: { ttl: 1, timeframe: 'day' } }));
    const others = [callAs(worker.api), callAs(api)];
    const present = (call: Call) => call('POST', `${KEYS}/validate`, { key: key.key, organization_id: ours.id });
    expect((await Promise.all(others.map(present))).map(outcomeOf)).toEqual(['200', '200']);
    await ours.call('POST', `${ours.clock}/advance`, { seconds: 2 * DAY });
    expect((await Promise.all(others.map(present))).map(outcomeOf)).toEqual(['404 EXPIRED', '404 EXPIRED']);
    const ignored = await callAs(worker.api, 'junk')('POST', `${KEYS}/validate`, { key: key.key, organization_id: ours.id });
    expect(outcomeOf(ignored)).toBe('404 EXPIRED');
  });

  test('the token of a user of several organizations changes each by its own clock', async () => {
    const ours = await Seller.open();
    await callAs(api, ours.seeded.pat)('POST', '/v1/organizations/', {
      name: 'Other',
      slug: `other-${ours.id}`,
    });
    const subscription = await ours.subscribed({});
    const now = await ours.advance(5 * DAY);
    const user = callAs(api, ours.seeded.pat);
    const { body } = await user('PATCH', `/v1/subscriptions/${subscription.id}`, { cancel_at_period_end: true });
    expect(Date.parse(body.canceled_at)).toBeGreaterThanOrEqual(now.getTime());
  });

  test('keys are mailed with their times, and sessions end in current time', async () => {
    const ours = await Seller.open();
    await ours.advance(300 * DAY);
    const benefit = await ours.create('/v1/benefits/', {
      type: 'license_keys',
      description: 'Mailed',
      properties: { deliver_by_email: true, expires: { ttl: 10, timeframe: 'day' } },
    });
    const key = await ours.key(benefit);
    await worker.settled();
    const mails: readonly { readonly text: string }[] = sandboxOf
      ? (await ours.call('GET', `/v1/organizations/${ours.id}/caught-mails`)).body.items
      : await mailbox.messages();
    const mailed = mails.find(({ text }) => text.includes(key.key));
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(key.expires_at));
    expect(mailed!.text).toContain(`valid until ${day}`);
    const session = await ours.create('/v1/customer-sessions/', { customer_id: key.customer_id });
    expect(Date.parse(session.expires_at)).toBeLessThan(Date.now() + 2 * DAY * 1000);
  });
}
