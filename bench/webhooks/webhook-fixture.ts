import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiClient, type Identified } from '../endpoints/api-client.ts';
import type { Bench } from '../bench.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import type { QueuePlace } from '../messaging/backends.ts';
import { startWorker } from '../processes/product.ts';
import { Child } from '../processes/start-child.ts';
import type { ReceiverAnswers } from '../processes/webhook-receiver.ts';

const ENDPOINTS = 3;
/** The product of the fixture is an event, too. */
const PRODUCTS = 1;
const POLL_MS = 10;

/** Publishes events about the product, in one transaction. */
const PUBLISH = `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
  select 'product.created', '{}', $1::uuid, $2::uuid, now() from generate_series(1, $3::int)`;

/** Publishes an event about the product, in a transaction of its own. */
const COMMIT = `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
  values ('product.created', '{}', $1::uuid, $2::uuid, now()) returning id::text`;

/** Copies an event and makes its deliveries due. */
const DUE = `
  with model as (select * from webhooks.events where sequence is not null order by sequence limit 1),
  copies as (
    insert into webhooks.events (id, organization_id, sequence, type, organization_name, body, occurred_at, created_at)
    select gen_random_uuid(), organization_id, (select max(sequence) from webhooks.events) + n, type, organization_name, body, now(), now()
    from model, generate_series(1, $1::int) as n returning id, organization_id, sequence
  )
  insert into webhooks.deliveries (event_id, endpoint_id, organization_id, sequence, is_test, status, attempts, next_attempt_at, created_at)
  select c.id, e.id, c.organization_id, c.sequence, false, 'pending', 0, now(), now()
  from copies c join webhooks.endpoints e using (organization_id)`;

/**
 * Stores an attempt of a new event for each number, a second apart. The first hundred, which are the oldest, are of another type and
 * failed with 404; of the others every tenth failed with 503.
 */
const STORE = `
  with model as (select * from webhooks.events where sequence is not null order by sequence limit 1),
  endpoint as (select id from webhooks.endpoints order by id limit 1),
  stored as (
    insert into webhooks.events (id, organization_id, sequence, type, organization_name, body, occurred_at, created_at)
    select gen_random_uuid(), organization_id, (select max(sequence) from webhooks.events) + n,
      case when n <= 100 then 'customer.created' else type end, organization_name, '{}', now(), now() - ($1::int - n) * interval '1 second'
    from model, generate_series(1, $1::int) as n returning *
  ),
  answered as (
    select *, case when type = 'customer.created' then 404 when sequence % 10 = 0 then 503 else 200 end as http_code from stored
  ),
  delivered as (
    insert into webhooks.deliveries (event_id, endpoint_id, organization_id, sequence, is_test, status, attempts, next_attempt_at,
      last_http_code, created_at)
    select s.id, e.id, s.organization_id, s.sequence, false, case when http_code = 200 then 'succeeded' else 'failed' end, 1, s.created_at,
      http_code, s.created_at
    from answered s, endpoint e
  ),
  counted as (
    insert into webhooks.attempt_counts as c (organization_id, endpoint_id, type, succeeded, http_code, number)
    select s.organization_id, e.id, s.type, http_code = 200, http_code, count(*) from answered s, endpoint e group by 1, 2, 3, 4, 5
    on conflict (organization_id, endpoint_id, type, succeeded, http_code) do update set number = c.number + excluded.number
  )
  insert into webhooks.attempts (id, event_id, endpoint_id, organization_id, type, succeeded, http_code, created_at)
  select gen_random_uuid(), s.id, e.id, s.organization_id, s.type, http_code = 200, http_code, s.created_at from answered s, endpoint e`;

/** Makes a delivery of each event pending at an endpoint that has none, for tomorrow; returns the endpoint. */
const PENDING = `
  with endpoint as (select id, organization_id from webhooks.endpoints order by id desc limit 1),
  made as (
    insert into webhooks.deliveries (event_id, endpoint_id, organization_id, sequence, is_test, status, attempts, next_attempt_at, created_at)
    select v.id, e.id, e.organization_id, v.sequence, false, 'pending', 0, now() + interval '1 day', now()
    from webhooks.events v join endpoint e using (organization_id) where v.sequence is not null
    on conflict (event_id, endpoint_id) do nothing
  )
  select id from endpoint`;

/** The endpoint that has the stored deliveries, and the time range of the newest events. */
const NEWEST = `select (select id from webhooks.endpoints order by id limit 1) as id, min(created_at) as start, max(created_at) as end
  from (select created_at from webhooks.events where sequence is not null order by created_at desc limit $1::int) as newest`;

/** A seller with three endpoints at a fast receiver, and a worker. All are processes of their own. */
export class WebhookFixture implements AsyncDisposable {
  private expected = 0;

  private constructor(
    private readonly shop: BillingFixture,
    readonly pool: pg.Pool,
    readonly api: ApiClient,
    readonly worker: Child<null>,
    readonly receiver: Child<number, ReceiverAnswers>,
  ) {}

  static async make(bench: Bench, name: string, { redisUrl }: QueuePlace): Promise<WebhookFixture> {
    const url = await bench.database.makeDatabase(name);
    const shop = await openBillingFixture(url, 0);
    const receiver = await Child.start<number, ReceiverAnswers>(new URL('../processes/webhook-receiver.js', import.meta.url));
    const api = new ApiClient(await bench.serverOn(url));
    for (let n = 1; n <= ENDPOINTS; n++) {
      const endpoint = { url: `http://127.0.0.1:${receiver.ready}/${n}`, format: 'raw', events: ['product.created'] };
      await api.post<Identified>('/v1/webhooks/endpoints', shop.token, endpoint);
    }
    const worker = await startWorker(url, redisUrl);
    await bench.database.checkpoint();
    const fixture = new WebhookFixture(shop, new pg.Pool({ connectionString: url }), api, worker, receiver);
    await fixture.awaitDeliveries(PRODUCTS);
    return fixture;
  }

  /** Adds an endpoint that never responds. */
  async addSilentEndpoint(): Promise<void> {
    const endpoint = { url: `http://127.0.0.1:${this.receiver.ready}/silent`, format: 'raw', events: ['product.created'] };
    await this.api.post<Identified>('/v1/webhooks/endpoints', this.token, endpoint);
  }

  get token(): string {
    return this.shop.token;
  }

  /** Deliveries per second of so many events, from the outbox to the receiver. */
  async publish(events: number): Promise<number> {
    return this.delivered(events, PUBLISH, [this.shop.organizationId, this.shop.productId, events]);
  }

  /** Deliveries per second of copies of a published event, whose deliveries are due at once. */
  async send(events: number): Promise<number> {
    return this.delivered(events, DUE, [events]);
  }

  /** Stores finished deliveries. */
  async store(deliveries: number): Promise<void> {
    await this.pool.query(STORE, [deliveries]);
    await this.pool.query('vacuum (analyze)');
  }

  /** The id of the oldest event of the rare type. */
  async rareEvent(): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      "select id from webhooks.events where type = 'customer.created' order by created_at limit 1",
    );
    return rows[0]!.id;
  }

  /** Makes a delivery of each stored event pending at an endpoint, which is returned. */
  async makePending(): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(PENDING);
    await this.pool.query('vacuum (analyze) webhooks.deliveries');
    return rows[0]!.id;
  }

  /** Waits until the deliveries of disabled endpoints are skipped. */
  async awaitSkipped(): Promise<void> {
    while ((await this.pool.query('select from webhooks.skipping')).rowCount !== 0) await sleep(POLL_MS);
  }

  /** An endpoint, and the time range of the newest events. */
  async newest(events: number): Promise<[endpoint: string, range: { start_timestamp: Date; end_timestamp: Date }]> {
    const { rows } = await this.pool.query<{ id: string; start: Date; end: Date }>(NEWEST, [events]);
    const { id, start, end } = rows[0]!;
    return [id, { start_timestamp: start, end_timestamp: end }];
  }

  /** Commits an event; returns its id in the outbox. */
  async commitEvent(): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(COMMIT, [this.shop.organizationId, this.shop.productId]);
    return rows[0]!.id;
  }

  /** When the first attempts arrived, in milliseconds since 1970, by the id of the event in the outbox. */
  async firstAttempts(): Promise<ReadonlyMap<string, readonly number[]>> {
    const arrivals = Object.values(await this.receiver.ask('arrivals'));
    const { rows } = await this.pool.query<{ id: string; source_id: string }>('select id, source_id::text from webhooks.events');
    return new Map(rows.map(({ id, source_id }) => [source_id, arrivals.map((arrived) => arrived[id]!)]));
  }

  async awaitDeliveries(events: number): Promise<void> {
    this.expected += events * ENDPOINTS;
    while ((await this.receiver.ask('count')) < this.expected) await sleep(POLL_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.worker.stop();
    await this.receiver.stop();
    await this.pool.end();
  }

  private async delivered(events: number, statement: string, values: unknown[]): Promise<number> {
    const started = performance.now();
    await this.pool.query(statement, values);
    await this.awaitDeliveries(events);
    return (events * ENDPOINTS * 1000) / (performance.now() - started);
  }
}
