import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { MaintainEventPartitions, RunBackfills } from '#metering';
import { Config } from '#platform/config';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { EventHandover } from '../../libs/metering/src/domain/event-handover.ts';
import { Partitions } from '../../libs/metering/src/domain/partitions.ts';
import { apiOn, SECRET_KEY, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { CitusDatabase, citusUrl } from '../support/citus.ts';
import { eventually } from '../support/eventually.ts';
import { queryAt } from '../support/own-postgres.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededOrganization } from '../support/seed.ts';

const isThere = citusUrl() !== undefined;
if (!isThere) process.stderr.write('Skipped: test/scaling/citus-usage.spec.ts, because CITUS_DATABASE_URL is not set.\n');

const ANY = { conjunction: 'and', clauses: [] };
const SINK = 'test';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Moves an event to January 2020, as if it had arrived then. */
const moveTo2020 = (organizationId: string, externalId: string): string => `
  update metering.events set ingested_at = '2020-01-15'
  where organization_id = '${organizationId}' and external_id = '${externalId}'`;

(isThere ? describe : describe.skip)('usage on a coordinator of Citus with two nodes', () => {
  const resources = new AsyncDisposableStack();
  let database: CitusDatabase;
  let api: TestApi;
  let tenants: readonly SeededOrganization[];
  beforeAll(async () => {
    database = resources.use(await CitusDatabase.distributed());
    api = await apiOn(database.url);
    resources.defer(() => api.close());
    const config = Config.from({});
    resources.use(await startMessaging(api.app, { config, databaseUrl: database.url, secretKeys: [SECRET_KEY] }));
    tenants = await database.organizationsOnDifferentNodes(api);
  });
  afterAll(() => resources.disposeAsync());

  const rows = <R extends object>(text: string) => queryAt<R>(database.url, text);
  const run = (command: Parameters<CommandBus['execute']>[0]) => api.app.get(CommandBus).execute(command);

  async function ok(token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, status = 200) {
    const answer = await callAs(api, token)(method, url, body);
    expect([url, answer.status, answer.text]).toEqual([url, status, expect.anything()]);
    return answer.body;
  }

  const ingest = (token: string, ...events: object[]) => ok(token, 'POST', '/v1/events/ingest', { events });
  const meter = (token: string, aggregation: object, name = 'Calls') =>
    ok(token, 'POST', '/v1/meters/', { name, filter: ANY, aggregation }, 201);
  const idsOf = async (token: string, filter: string): Promise<string[]> =>
    (await ok(token, 'GET', `/v1/events/?limit=100&${filter}`)).items.map(
      (each: { external_id?: string; name: string }) => each.name,
    );

  /** An organization of the same owner, on another node. */
  async function otherOfOwner(tenant: SeededOrganization): Promise<string> {
    for (;;) {
      const { id } = await ok(tenant.pat, 'POST', '/v1/organizations/', { name: 'Other', slug: `other-${randomUUID()}` }, 201);
      if ((await database.nodeOf({ organization: { id, slug: '' } })) !== (await database.nodeOf(tenant))) return id;
    }
  }

  test('events are ingested at the same time, counted once, and committed with their counts', async () => {
    await database.noteCommits('insert or update on metering.event_names');
    await Promise.all(
      tenants.map(async ({ organization, oat }) => {
        const users = { func: 'unique', property: 'user' };
        const [count, unique] = [await meter(oat, { func: 'count' }), await meter(oat, users, 'Users')];
        const { id: customer_id } = await seedCustomer(api, organization.id);
        const events = Array.from({ length: 6 }, (_, n) => ({
          name: 'call',
          customer_id,
          external_id: `same ${n % 3}`,
          metadata: { user: n % 3 },
        }));
        const inserted = await Promise.all(events.map((event) => ingest(oat, event)));
        expect(inserted.reduce((sum, each) => sum + each.inserted, 0)).toBe(3);
        expect(await ingest(oat, ...events, { ...events[0], external_id: undefined })).toEqual({ inserted: 1, duplicates: 6 });
        const consumed = async ({ id }: { id: string }) =>
          (await ok(oat, 'GET', `/v1/customer-meters/?customer_id=${customer_id}&meter_id=${id}`)).items[0].consumed_units;
        expect([await consumed(count), await consumed(unique)]).toEqual([4, 3]);
      }),
    );
    expect(await rows('select distinct is_prepared from public.commits')).toEqual([{ is_prepared: true }]);
    await rows('drop trigger note_commit on metering.event_names');
    const [{ highest }] = (await rows<{ highest: number }>('select max(seq)::int as highest from metering.events')) as [
      { highest: number },
    ];
    expect(highest).toBeLessThan(1_000);
  });

  test('a batch of several organizations, and lists of them', async () => {
    const [tenant] = tenants as [SeededOrganization];
    const { pat, organization } = tenant;
    const organizations = [organization.id, await otherOfOwner(tenant)];
    const name = `both-${randomUUID()}`;
    const times = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z'];
    const events = times.map((timestamp, n) => ({
      name,
      timestamp,
      organization_id: organizations[n % 2],
      external_customer_id: 'ada',
      external_id: `${name} ${n}`,
      metadata: { n },
    }));
    expect(await ingest(pat, ...events)).toEqual({ inserted: 4, duplicates: 0 });
    expect(await ingest(pat, ...events)).toEqual({ inserted: 0, duplicates: 4 });
    const numbers = async (query: string) => {
      const { items, pagination } = await ok(pat, 'GET', `/v1/events/?name=${name}&${query}`);
      return [items.map(({ metadata }: { metadata: { n: number } }) => metadata.n), pagination.total_count];
    };
    expect(await numbers('sorting=timestamp')).toEqual([[0, 1, 2, 3], 4]);
    expect(await numbers('sorting=-timestamp&limit=2&page=2')).toEqual([[1, 0], 4]);
    expect(await numbers('external_customer_id=ada&sorting=timestamp')).toEqual([[0, 1, 2, 3], 4]);
    expect(await numbers('depth=0&sorting=timestamp')).toEqual([[0, 1, 2, 3], 4]);
    expect(await numbers(`organization_id=${organizations[1]}&sorting=timestamp`)).toEqual([[1, 3], 2]);
    const named = async (query: string) => (await ok(pat, 'GET', `/v1/events/names?query=${name}&${query}`)).items;
    for (const query of ['', 'external_customer_id=ada']) expect(await named(query)).toMatchObject([{ occurrences: 4 }]);
    for (const query of ['', '&external_customer_id=ada', '&root_events=true']) {
      expect((await ok(pat, 'GET', `/v1/event-types/?query=${name}${query}`)).items).toHaveLength(2);
    }
    const { totals } = await ok(pat, 'GET', '/v1/metrics/?start_date=2026-03-01&end_date=2026-03-31&interval=month');
    expect(totals.active_user_by_event).toBe(2);
  });

  test('parents, descendants, and every filter of the list', async () => {
    for (const { organization, oat } of tenants) {
      const { id: customer_id } = await seedCustomer(api, organization.id, { external_id: 'erika' });
      const about = { customer_id, metadata: { model: 'small' } };
      await ingest(oat, { ...about, name: 'root', external_id: 'root' });
      await ingest(oat, { ...about, name: 'child', external_id: 'child', parent_id: 'root' });
      await ingest(oat, { ...about, name: 'grandchild', parent_id: 'child' });
      const [root] = (await ok(oat, 'GET', '/v1/events/?name=root')).items;
      expect(root).toMatchObject({ child_count: 1, parent_id: null, customer: { id: customer_id } });
      const [child] = (await ok(oat, 'GET', `/v1/events/?name=child`)).items;
      expect(await ok(oat, 'GET', `/v1/events/${child.id}`)).toMatchObject({ parent_id: root.id, child_count: 1 });
      const cycle = { ...about, name: 'cycle', external_id: 'other', parent_id: 'other' };
      expect((await callAs(api, oat)('POST', '/v1/events/ingest', { events: [cycle] })).status).toBe(422);
      for (const own of ['', `&customer_id=${customer_id}`, '&external_customer_id=erika']) {
        expect(await idsOf(oat, `parent_id=${root.id}${own}`)).toEqual(['child']);
        expect(await idsOf(oat, `parent_id=${root.id}&depth=5&sorting=timestamp${own}`)).toEqual(['root', 'child', 'grandchild']);
        const some = ['root', 'child', 'grandchild'].map((name) => `&name=${name}`).join('');
        expect(await idsOf(oat, `depth=1&sorting=timestamp${some}${own}`)).toEqual(['root', 'child']);
      }
      const filters = ['source=user', 'query=grand', 'metadata[model]=small', 'start_timestamp=2026-01-01T00:00:00Z'];
      for (const filter of [...filters, 'end_timestamp=2100-01-01T00:00:00Z']) {
        expect(await idsOf(oat, `organization_id=${organization.id}&${filter}`)).toContain('grandchild');
      }
      expect((await ok(oat, 'GET', `/v1/event-types/?parent_id=${root.id}`)).items).toMatchObject([{ name: 'child' }]);
      const foreign = tenants.find((each) => each.organization.id !== organization.id);
      expect((await callAs(api, foreign!.oat)('GET', `/v1/events/${root.id}`)).status).toBe(404);
    }
  });

  test('a meter counts what was stored before it, quantities and metrics agree, and a reset begins again', async () => {
    for (const { organization, oat } of tenants) {
      const { id: customer_id } = await seedCustomer(api, organization.id, { external_id: 'grace' });
      const name = `tokens-${randomUUID()}`;
      const event = { name, external_customer_id: 'grace', metadata: { n: 2, _cost: { amount: 5, currency: 'usd' } } };
      await ingest(oat, event, event, event);
      const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] };
      const aggregation = { func: 'sum', property: 'n' };
      const { id } = await ok(oat, 'POST', '/v1/meters/', { name: 'Tokens', filter, aggregation }, 201);
      const range = `start_timestamp=${inDays(-31)}&end_timestamp=${inDays(31)}&interval=month`;
      const total = async (more = '') => (await ok(oat, 'GET', `/v1/meters/${id}/quantities?${range}${more}`)).total;
      expect(await total()).toBe(6);
      await run(new RunBackfills());
      for (const more of [
        '',
        `&customer_id=${customer_id}`,
        '&external_customer_id=grace',
        '&customer_aggregation_function=max',
      ]) {
        expect([more, await total(more)]).toEqual([more, 6]);
      }
      const balance = async () =>
        (await ok(oat, 'GET', `/v1/customer-meters/?customer_id=${customer_id}&meter_id=${id}`)).items[0];
      expect(await balance()).toMatchObject({ consumed_units: 6 });
      await ok(oat, 'POST', `/v1/customer-meters/${(await balance()).id}/reset`, { reason: 'test' });
      expect(await balance()).toMatchObject({ consumed_units: 0 });
      await ingest(oat, event);
      expect(await balance()).toMatchObject({ consumed_units: 2 });
      const days = `start_date=${inDays(-31).slice(0, 10)}&end_date=${inDays(31).slice(0, 10)}&interval=month`;
      const { totals } = await ok(oat, 'GET', `/v1/metrics/?${days}`);
      expect(totals.costs).toBeGreaterThan(0);
    }
  });

  test('the usage of an anonymized customer keeps its numbers only', async () => {
    for (const { organization, oat } of tenants) {
      const { id: customer_id, email } = await seedCustomer(api, organization.id);
      await ingest(oat, { name: 'secret', customer_id, metadata: { n: 7, text: 'personal' } });
      await ok(oat, 'DELETE', `/v1/customers/${customer_id}?anonymize=true`, undefined, 204);
      const metadata = async () => (await ok(oat, 'GET', '/v1/events/?name=secret')).items[0].metadata;
      await eventually(async () => !('text' in (await metadata())));
      expect(await metadata()).toEqual({ n: 7 });
      const about = `select count(*)::int as rows from metering.events
        where organization_id = '${organization.id}' and customer_id = '${customer_id}' and strpos(metadata::text, '${email}') > 0`;
      await eventually(async () => (await rows<{ rows: number }>(about))[0]!.rows === 0);
    }
  });

  test('months are made ahead, and dropped with their links, names and external ids', async () => {
    const names = new Map<string, string>();
    for (const { organization, oat } of tenants) {
      const name = `old-${randomUUID()}`;
      names.set(organization.id, name);
      await ingest(oat, { name, external_customer_id: 'c', external_id: `${name} parent` });
      await ingest(oat, { name, external_customer_id: 'c', external_id: name, parent_id: `${name} parent` });
      await rows(moveTo2020(organization.id, name));
      expect(await ok(oat, 'GET', `/v1/events/names?query=${name}`)).toMatchObject({ items: [{ occurrences: 2 }] });
    }
    await rows(`select metering.make_partition('2020-01-01')`);
    const left = async () => {
      const parts = `select count(*) from pg_class where relname like 'events_2020_01%'`;
      const nodes = await rows<{ result: string }>(`select result from run_command_on_workers($$${parts}$$)`);
      return nodes.map(({ result }) => Number(result));
    };
    expect(await left()).not.toContain(0);
    await run(new MaintainEventPartitions(365));
    expect(await left()).toEqual([0, 0]);
    for (const { organization, oat } of tenants) {
      const name = names.get(organization.id)!;
      expect((await ok(oat, 'GET', `/v1/events/names?query=${name}`)).items).toMatchObject([{ occurrences: 1 }]);
      expect(await ingest(oat, { name, external_customer_id: 'c', external_id: name })).toEqual({ inserted: 0, duplicates: 1 });
      const [parent] = (await ok(oat, 'GET', `/v1/events/?name=${name}`)).items;
      expect(parent).toMatchObject({ child_count: 0 });
    }
    expect(await rows('select from metering.month_deletions')).toEqual([]);

    await api.app.get(Partitions).divideExternalIds(new Date(inDays(300)), 365);
    for (const { organization, oat } of tenants) {
      const event = { name: 'late', external_customer_id: 'c' };
      const [before, after] = [names.get(organization.id)!, randomUUID()];
      expect(await ingest(oat, { ...event, external_id: before }, { ...event, external_id: after })).toMatchObject({
        inserted: 1,
      });
      expect(await ingest(oat, { ...event, external_id: after })).toMatchObject({ inserted: 0 });
    }
  });

  test('the sink gets every event once, also one that a node commits late', async () => {
    const handover = api.app.get(EventHandover);
    const take = async (): Promise<string[]> => {
      const taken: string[] = [];
      for (let range = await handover.claim(SINK); range; range = await handover.claim(SINK)) {
        taken.push(...range.events.map(({ id }) => id));
        await handover.stored(SINK, range);
      }
      return taken;
    };
    const stored = async () => (await rows<{ id: string }>('select id from metering.events order by seq')).map(({ id }) => id);
    expect(await handover.prepare()).toBe(true);
    const before = await take();
    expect(before).toEqual(await stored());

    const [{ oat, organization }] = tenants as [SeededOrganization];
    const node = Object.assign(new URL(database.url), { port: String(await database.nodeOf({ organization })) }).href;
    const ingested = () => ingest(oat, { name: 'late', external_customer_id: 'c' });
    await ingested();
    // As if the node had been lost between the two steps of a commit.
    const prepare = `begin; create table public.late (); prepare transaction 'late'`;
    await queryAt(node, prepare);
    try {
      expect(await take()).toEqual([]);
    } finally {
      await queryAt(node, `rollback prepared 'late'`);
    }
    await ingested();
    const after = await take();
    expect([...before, ...after]).toEqual((await stored()).slice(0, before.length + after.length));
    expect([...before, ...after, ...(await take())]).toEqual(await stored());
  });
});
