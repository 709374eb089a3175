import { EntityManager } from '@mikro-orm/postgresql';
import { WallClock } from '#kernel';
import { pgPool } from '#engine/persistence';
import { MaintainEventPartitions, MaintainEventPartitionsHandler } from '../../commands/maintain-event-partitions.ts';
import { HandOverEvents, HandOverEventsHandler } from '../../commands/hand-over-events.ts';
import { type EventRange, type EventSink, EventSinks } from '../../domain/event-sink.ts';
import { Partitions } from '../../domain/partitions.ts';
import { ClickHouseServer } from '../../../../../test/support/clickhouse-server.ts';
import { type MeteringFixture, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { ClickHouseEventSink } from '../storage/configured-event-sinks.ts';
import { SqlEventHandover } from './event-handover.repository.ts';
import { eventSinkProblem, readEventSinkStanding } from './event-sink-standing.ts';

class OneSink extends EventSinks {
  constructor(readonly used: EventSink) {
    super();
  }
}

let fixture: MeteringFixture;
let em: EntityManager;
let server: ClickHouseServer;
let sinks: OneSink;
beforeAll(async () => {
  fixture = await openMeteringFixture();
  em = fixture.api.app.get(EntityManager);
});
beforeEach(async () => {
  await fixture.rows('truncate metering.events, metering.event_external_ids, metering.event_sinks');
  server = await ClickHouseServer.start();
  sinks = new OneSink(new ClickHouseEventSink({ url: server.url, table: 'usage_events' }));
});
afterEach(() => server[Symbol.asyncDispose]());
afterAll(() => fixture.close());

/** Each call is another process. */
const aProcess = () => new SqlEventHandover(em);
const handOver = (handover = aProcess()) => new HandOverEventsHandler(handover, sinks).execute(new HandOverEvents());
/** The time passes for which a range is claimed, or a failed one is left alone. */
const pass = () => fixture.rows('update metering.event_sinks set claimed_until = null');

const ingest = (count: number) =>
  fixture.ingest(...Array.from({ length: count }, (_, n) => ({ name: 'call', external_customer_id: 'ada', metadata: { n } })));
const storedIds = async () =>
  (await fixture.rows<{ id: string }>('select id from metering.events order by seq')).map(({ id }) => id);
const keptIds = () => server.rows.map(({ id }) => id);
const idsOf = (range: EventRange | null) => range?.events.map(({ id }) => id);

/** Copies the first event. */
const COPY = `insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, metadata)
  select gen_random_uuid(), organization_id, ingested_at, timestamp, source, name, subject_id, metadata from metering.events order by seq limit 1`;

test('events of all organizations are handed over as they are stored', async () => {
  const customer = await fixture.customer();
  await fixture.ingest({
    name: 'call',
    customer_id: customer.id,
    external_id: 'a',
    metadata: { n: 0.5, text: 'ä', units: 10 ** 15 },
  });
  await fixture.rows(
    `insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, metadata)
    select gen_random_uuid(), ?, ingested_at, timestamp, 'system', 'other', subject_id, metadata from metering.events`,
    fixture.theirs.organization.id,
  );
  await handOver();
  const organizations = [fixture.ours, fixture.theirs].map(({ organization }) => organization.id);
  expect(server.rows.map((row) => [row['organization_id'], row['name'], row['source']])).toEqual([
    [organizations[0], 'call', 'user'],
    [organizations[1], 'other', 'system'],
  ]);
  expect(server.rows[0]).toMatchObject({
    customer_id: customer.id,
    external_id: 'a',
    parent: null,
    metadata: '{"n": 0.5, "text": "ä", "units": 1000000000000000}',
  });
  expect(server.rows[0]!['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
});

test('an event whose transaction commits late is not passed over', async () => {
  await ingest(1);
  const handover = aProcess();
  await handover.prepare();
  await em.fork().transactional(async (late) => {
    await late.execute(COPY);
    await ingest(2);
    await handOver(handover);
    await handOver(handover);
    expect(keptIds()).toEqual([]);
  });
  await handOver(handover);
  expect(keptIds()).toEqual(await storedIds());
  expect(keptIds()).toHaveLength(4);
});

test('writers that begin later are not waited for', async () => {
  await ingest(1);
  const handover = aProcess();
  await handover.prepare();
  const first = em.fork();
  await first.begin();
  await first.execute(COPY);
  await handOver(handover);
  await em.fork().transactional(async (second) => {
    await second.execute(COPY);
    await first.commit();
    await handOver(handover);
    expect(keptIds()).toHaveLength(2);
  });
  await handOver(handover);
  expect(keptIds()).toEqual(await storedIds());
});

test('a range of a process that was killed is handed over again as it was, and by one process at a time', async () => {
  await ingest(3);
  expect(await aProcess().prepare()).toBe(true);
  const killed = await aProcess().claim('clickhouse');
  expect(idsOf(killed)).toEqual(await storedIds());
  expect(await aProcess().claim('clickhouse')).toBeNull();
  expect(idsOf(await aProcess().claim('s3'))).toEqual(idsOf(killed));
  await ingest(2);
  await pass();
  const other = aProcess();
  const again = await other.claim('clickhouse');
  expect(again).toEqual(killed);
  await other.stored('clickhouse', again!);
  await other.stored('clickhouse', killed!);
  expect(idsOf(await other.claim('clickhouse'))).toEqual((await storedIds()).slice(3));
});

test('whatever the sink does, it has every event in the end, and each once', async () => {
  for (const behaviour of ['refuse', 'hang up', 'insert', 'hang up', 'refuse', 'refuse', 'insert'] as const) {
    server.behaviour = behaviour;
    await ingest(3);
    const said = await handOver().then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect([behaviour, said?.includes('EVENTS_SINK_CLICKHOUSE_URL fails')]).toEqual([
      behaviour,
      behaviour === 'insert' ? undefined : true,
    ]);
    const { inserts } = server;
    await handOver();
    expect([behaviour, server.inserts]).toEqual([behaviour, inserts]);
    await pass();
  }
  expect(keptIds()).toHaveLength(21);
  expect(keptIds()).toEqual(await storedIds());
});

test('a range has few bytes, and at least one event', async () => {
  await ingest(3);
  await fixture.rows(`update metering.events set metadata = jsonb_build_object('text', repeat('x', 3000000))`);
  await handOver();
  expect([server.inserts, server.rows.length]).toEqual([3, 3]);
});

test('an index whose building was interrupted is built again, and one for a new month as well', async () => {
  await ingest(1);
  await aProcess().prepare();
  await fixture.rows(`update pg_index set indisvalid = false where indexrelid = 'metering.events_default_by_seq'::regclass`);
  await fixture.rows(`select metering.make_partition('2020-01-01')`);
  await aProcess().prepare();
  const [{ missing }] = (await fixture.rows<{ missing: number }>(`
    select count(*) filter (where not exists (select from pg_index join pg_class i on i.oid = indexrelid
      where indrelid = inhrelid and indisvalid and i.relname like '%\\_by\\_seq'))::int as missing
    from pg_inherits where inhparent = 'metering.events'::regclass`)) as [{ missing: number }];
  expect(missing).toBe(0);
});

test('events are kept beyond their retention until the sink has them', async () => {
  await ingest(1);
  await fixture.rows(`update metering.events set ingested_at = '2020-01-15'`);
  await fixture.rows(`select metering.make_partition('2020-01-01')`);
  const { app } = fixture.api;
  const maintain = () =>
    new MaintainEventPartitionsHandler(app.get(Partitions), sinks, app.get(WallClock)).execute(new MaintainEventPartitions(30));
  const exists = async () => (await fixture.rows(`select from pg_class where relname = 'events_2020_01'`)).length > 0;
  await maintain();
  expect(await exists()).toBe(true);
  server.behaviour = 'refuse';
  await expect(handOver()).rejects.toThrow('EVENTS_SINK_CLICKHOUSE_URL');
  await maintain();
  expect(await exists()).toBe(true);
  server.behaviour = 'insert';
  await pass();
  await handOver();
  await maintain();
  expect(await exists()).toBe(false);
  expect(keptIds()).toHaveLength(1);
});

test('a sink that takes nothing although events wait is reported after five minutes', async () => {
  const pool = await pgPool(em);
  const standing = () => readEventSinkStanding(pool, 'clickhouse');
  expect(await standing()).toBeUndefined();
  await ingest(1);
  await handOver();
  await fixture.rows(`update metering.event_sinks set progressed_at = '2026-01-01'`);
  expect(await standing()).toMatchObject({ lagSeconds: 0, stalledSeconds: 0 });
  await ingest(1);
  await fixture.rows(
    `update metering.events set ingested_at = now() - interval '1 hour' where seq = (select max(seq) from metering.events)`,
  );
  const stalled = (await standing())!;
  expect(stalled.lagSeconds).toBeGreaterThanOrEqual(3_600);
  expect(eventSinkProblem(stalled)).toBe('The sink of usage events has taken none since 2026-01-01T00:00:00Z, and some wait.');
  await handOver();
  expect(eventSinkProblem((await standing())!)).toBeUndefined();
});
