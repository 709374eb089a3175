import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Access } from '#kernel';
import {
  CountEvents,
  CreateMeter,
  GetQuantities,
  IngestEvents,
  ListCustomerMeters,
  ListEvents,
  RankCustomerMeters,
  SearchEvents,
  type UsageEventInput,
} from '#metering';
import { RebuildPurchaseRollups } from '#entitlements';
import { GetMetrics } from '#metrics';
import { Config } from '#platform/config';
import { PeriodicTask } from '#platform/messaging/composition';
import { pgPool } from '#engine/persistence';
import { runInContext, RequestContext } from '#engine/tenancy';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import { SECRET_KEY } from '../data-set.ts';
import type { DatabaseServer } from '../database-server.ts';

export const ORGANIZATION_ID = '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e';
export const BATCH = 500;
const CHUNK = 500_000;

const ACCESS = new Access([ORGANIZATION_ID], [ORGANIZATION_ID], 'meters');
const EVENT_ACCESS = { events: ACCESS, sales: ACCESS };
const PATIENCE_MS = 3_600_000;
/** Same interval as in the worker. */
const RANKING_MS = 10_000;

const customerId = (n: string): string =>
  `overlay(overlay(md5('customer' || ${n}) placing '4' from 13) placing 'a' from 17)::uuid`;

const CUSTOMERS = `
  insert into customer_portal.customers (id, organization_id, type, external_id, email, email_key, email_verified, metadata, created_at)
  select ${customerId('n')}, '${ORGANIZATION_ID}', 'individual', 'c-' || n, n || '@example.com', n || '@example.com', false, '{}', now()
  from generate_series(1, $1::int) as n returning id`;

/** Events of the past year as ingestion would have stored them: rows, external ids and usage buckets. */
const HISTORY = `
  with reported as materialized (
    select n, now() - (($1::int - n)::float8 / $1) * interval '330 days' as at from generate_series($2::int, $3::int) as n
  ),
  subjects as materialized (select id, customer_id, row_number() over () - 1 as nth from metering.subjects),
  size as materialized (select count(*) as number from subjects),
  stored as (
    insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id, external_id, metadata)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '4' || substr(md5(n::text), 1, 3) || 'a' || substr(md5(n::text), 4, 15))::uuid,
      '${ORGANIZATION_ID}', at, at, 'user', 'call', s.id, s.customer_id, 'h-' || n, jsonb_build_object('tokens', n % 1000, 'model', 'm' || n % 5)
    from (select n, at, n % (select number from size) as nth from reported) as reported join subjects s using (nth) returning id, ingested_at, seq, external_id, metadata
  ),
  keys as (
    insert into metering.event_external_ids (organization_id, key, event_id) select '${ORGANIZATION_ID}', metering.key_of(external_id), id from stored
  )
  insert into metering.usage_buckets (meter_id, bucket, shard, events, total, lowest, highest)
  select m.id, date_bin('15 minutes', ingested_at, 'epoch'), 0, count(*), sum((s.metadata ->> 'tokens')::int), min((s.metadata ->> 'tokens')::int),
    max((s.metadata ->> 'tokens')::int)
  from stored s, metering.meters m group by 1, 2
  on conflict (meter_id, bucket, shard) do update set events = usage_buckets.events + excluded.events, total = usage_buckets.total + excluded.total`;

const SIZES = `
  select sum(pg_table_size(inhrelid)) filter (where is_of_events) / events as events,
    sum(pg_indexes_size(inhrelid)) filter (where is_of_events) / events as "their indexes",
    sum(pg_total_relation_size(inhrelid)) filter (where not is_of_events) / events as "external ids"
  from (select inhrelid, inhparent = 'metering.events'::regclass as is_of_events from pg_inherits
    where inhparent in ('metering.events'::regclass, 'metering.event_external_ids'::regclass)) as partitions,
    (select count(*)::float8 as events from metering.events) as counted group by events`;

const named = (name: string) => ({ conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] }) as const;

type Aggregation = CreateMeter['attributes']['aggregation'];

const makeMeter = (app: INestApplicationContext, aggregation: Aggregation): Promise<string> => {
  const particulars = { name: 'Calls', unit: 'scalar', customLabel: null, customMultiplier: null, metadata: {} } as const;
  const attributes = {
    organizationId: ORGANIZATION_ID,
    ...particulars,
    filter: named('call'),
    aggregation,
    lateEvents: 'arrival' as const,
  };
  return app.get(CommandBus).execute(new CreateMeter(attributes));
};

/** Copies the usage buckets of the first sum meter to the new meter `$1` and removes its backfill. */
const ALL_COUNTED = [
  'delete from metering.backfills where meter_id = $1',
  'delete from metering.usage_buckets where meter_id = $1',
  `insert into metering.usage_buckets (meter_id, bucket, shard, events, total, lowest, highest)
   select $1, bucket, shard, events, total, lowest, highest from metering.usage_buckets
   where meter_id = (select id from metering.meters where aggregation ->> 'func' = 'sum' order by number limit 1)`,
];

/** Statements that are slower than the service allows are measured too. */
const patiently = <T>(run: () => Promise<T>): Promise<T> =>
  runInContext(new RequestContext({ tenant: null, isBackground: true, statementMs: PATIENCE_MS }), run);

/** A seller with three meters, customers and past events; the service runs in this process. */
export class MeteringFixture implements AsyncDisposable {
  private constructor(
    private readonly app: INestApplicationContext,
    readonly pool: Pool,
    readonly customers: readonly string[],
    readonly meters: readonly string[],
  ) {}

  static make(server: DatabaseServer, name: string, customers: number, events: number): Promise<MeteringFixture> {
    return patiently(() => this.filled(server, name, customers, events));
  }

  private static async filled(server: DatabaseServer, name: string, customers: number, events: number): Promise<MeteringFixture> {
    console.error(`… creating ${name}`);
    const url = await server.makeDatabase(name);
    await migrateDatabase(url);
    const settings = { config: Config.from({}), databaseUrl: url, secretKeys: [SECRET_KEY] };
    const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), { logger: ['error'] });
    const pool = await pgPool(app.get(EntityManager));
    await pool.query(
      `select metering.make_partition((now() - make_interval(months => n))::date) from generate_series(1, 12) as n`,
    );
    const { rows } = await pool.query<{ id: string }>(CUSTOMERS, [customers]);
    const meters: string[] = [];
    for (const aggregation of [
      { func: 'count' },
      { func: 'sum', property: 'tokens' },
      { func: 'max', property: 'tokens' },
    ] as const) {
      meters.push(await makeMeter(app, aggregation));
    }
    const fixture = new MeteringFixture(
      app,
      pool,
      rows.map(({ id }) => id),
      meters,
    );
    await fixture.ingest(fixture.batch(rows.length, 'other'));
    for (let first = 1; first <= events; first += CHUNK) {
      const values = [events, first, Math.min(events, first + CHUNK - 1)];
      await pool.query(HISTORY, values);
    }
    await pool.query('vacuum (analyze)');
    await server.checkpoint();
    return fixture;
  }

  /** Creates `size` events, each of another customer, or all of the first customer if `single`. */
  batch(size = BATCH, name = 'call', single = false): UsageEventInput[] {
    return Array.from({ length: size }, (_, index) => ({
      organizationId: ORGANIZATION_ID,
      name,
      customer: { customerId: single ? this.customers[0]! : this.customers[name === 'call' ? this.next() : index]! },
      externalId: randomUUID(),
      parent: null,
      memberId: null,
      externalMemberId: null,
      metadata: { tokens: index, model: 'm1', cached: false },
    }));
  }

  async ingest(events: readonly UsageEventInput[]): Promise<void> {
    await this.app.get(CommandBus).execute(new IngestEvents(events));
  }

  /** What is stored of an event, by where it is stored. */
  async bytesPerEvent(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await this.pool.query<Readonly<Record<string, number>>>(SIZES);
    return rows[0]!;
  }

  /** Ranks the customer meters that had no event for `quietMs`. */
  async rank(quietMs = RANKING_MS): Promise<void> {
    await this.app.get(CommandBus).execute(new RankCustomerMeters(quietMs));
  }

  /** Ranks in the background, as the worker does. */
  keepRanking(): void {
    this.ranking = new PeriodicTask(
      () => this.rank(),
      RANKING_MS,
      (error) => console.error(error),
    );
  }

  /** Adds a meter over the same events, as if it had existed from the beginning. */
  async addMeter(aggregation: Aggregation): Promise<string> {
    const id = await makeMeter(this.app, aggregation);
    for (const statement of ALL_COUNTED) await this.pool.query(statement, [id]);
    return id;
  }

  /** Seconds to answer the quantities of a meter since `start`. */
  quantities(meterId: string, start: Date, more: object): Promise<number> {
    const asked = {
      start_timestamp: start,
      end_timestamp: new Date(),
      interval: 'day',
      timezone: 'Asia/Kolkata',
      ...more,
    } as const;
    return this.timed(() => this.app.get(QueryBus).execute(new GetQuantities(ACCESS, meterId, asked)), 1000);
  }

  /** Adds purchases by these statements. Returns the seconds to make their sums. */
  purchase(statements: readonly string[], orders: number): Promise<number> {
    return patiently(async () => {
      for (const statement of statements) await this.pool.query(statement, [ORGANIZATION_ID, orders]);
      await this.pool.query('vacuum (analyze)');
      const seconds = await this.timed(() => this.app.get(CommandBus).execute(new RebuildPurchaseRollups()), 1000);
      await this.pool.query('vacuum (analyze)');
      return seconds;
    });
  }

  /** Counts events and adds them up, as the worker does. Returns the seconds. */
  async count(): Promise<number> {
    const seconds = await this.timed(() => this.app.get(CommandBus).execute(new CountEvents()), 1000);
    await this.pool.query('vacuum (analyze)');
    return seconds;
  }

  /** Milliseconds to answer a page of events that a filter leaves: as the list does, or as the search does. */
  events(by: 'list' | 'search', filter: ListEvents['filter']): Promise<number> {
    const query =
      by === 'list'
        ? new ListEvents(EVENT_ACCESS, filter, ['-timestamp'], { page: 1, limit: 10 })
        : new SearchEvents(EVENT_ACCESS, filter, { after: null, limit: 10 });
    return this.timed(() => this.app.get(QueryBus).execute(query), 1);
  }

  /** Milliseconds to answer metrics. */
  metrics(query: GetMetrics['query']): Promise<number> {
    return this.timed(() => this.app.get(QueryBus).execute(new GetMetrics(ACCESS, query)), 1);
  }

  /** Milliseconds to answer a page of customer meters. */
  page(criterion: ListCustomerMeters['sorting'][number]): Promise<number> {
    const query = new ListCustomerMeters(ACCESS, {}, [criterion], { page: 1, limit: 10 });
    return this.timed(() => this.app.get(QueryBus).execute(query), 1);
  }

  /** Adds customer meters; all of them belong to one customer, because only the number of rows matters. */
  fill(statement: string, rows: number): Promise<void> {
    return patiently(async () => {
      await this.pool.query(statement, [rows, ORGANIZATION_ID, this.meters[0], this.customers[0]]);
      await this.rank(0);
      await this.pool.query('vacuum (analyze)');
    });
  }

  private async timed(ask: () => Promise<unknown>, unit: number): Promise<number> {
    const started = performance.now();
    await patiently(ask);
    return (performance.now() - started) / unit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ranking?.stop();
    await this.app.close();
  }

  private ranking?: PeriodicTask;
  private position = 0;

  private next(): number {
    this.position = (this.position + 7919) % this.customers.length;
    return this.position;
  }
}
