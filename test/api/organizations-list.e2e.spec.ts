import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

/** Creation time, name, next review threshold, and time of the last status change, by slug. */
const ORGANIZATIONS = {
  birch: { name: 'alpha', created: 1, threshold: 4000, days: 5 },
  ash: { name: 'Beta', created: 2, threshold: 1000, days: null },
  cedar: { name: 'Alpha', created: 3, threshold: 2000, days: 0 },
  oak: { name: 'beta', created: 4, threshold: 1000, days: 40 },
};

let api: TestApi;
let call: Call;
let ash: SeededOrganization;
beforeAll(async () => {
  api = await startApi();
  const em = api.app.get(EntityManager).fork();
  const bus = api.app.get(CommandBus);
  ash = await seedOrganization(api, { slug: 'ash', name: ORGANIZATIONS.ash.name });
  await seedOrganization(api, { slug: 'foreign' });
  for (const [slug, { name, created, threshold, days }] of Object.entries(ORGANIZATIONS)) {
    if (slug !== 'ash') {
      const { organization } = await seedOrganization(api, { slug, name });
      await bus.execute(new SetMemberRole(organization, ash.user.id, 'finance'));
    }
    await em.execute(
      `update organizations.organizations set created_at = timestamptz '2026-01-01' + ? * interval '1 day',
         modified_at = null, next_review_threshold = ?, status_changed_at = now() - ? * interval '1 day' where slug = ?`,
      [created, threshold, days, slug],
    );
  }
  call = callAs(api, ash.pat);
});
afterAll(() => api.close());

const list = async (query = '', as = call): Promise<string[]> => {
  const { status, body } = await as('GET', `/v1/organizations/?${query}`);
  expect(status).toBe(200);
  return body.items.map(({ slug }: { slug: string }) => slug);
};

describe('GET /v1/organizations/', () => {
  test('lists the organizations of a user, oldest first', async () => {
    const { status, body } = await call('GET', '/v1/organizations/');
    expect([status, body.pagination]).toEqual([200, { total_count: 4, max_page: 1 }]);
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(['birch', 'ash', 'cedar', 'oak']);
    const one = await call('GET', `/v1/organizations/${ash.organization.id}`);
    expect(body.items[1]).toEqual(one.body);
  });

  test('lists its organization for an organization’s token', async () => {
    const { body } = await callAs(api, ash.oat)('GET', '/v1/organizations');
    expect(body).toMatchObject({ items: [ash.organization], pagination: { total_count: 1, max_page: 1 } });
  });

  test('a restricted token lists its organization only', async () => {
    const { body } = await call('GET', '/v1/organizations/', undefined, { 'polar-organization': ash.organization.id });
    expect(body).toMatchObject({ items: [{ slug: 'ash' }], pagination: { total_count: 1, max_page: 1 } });
  });

  test.each(['ash', 'ASH', 'aSh'])('finds %s by slug, in any case', async (slug) => {
    expect(await list(`slug=${slug}`)).toEqual(['ash']);
  });

  test.each(['foreign', 'nothing', 'as', '%25', ''])('finds nothing by the slug %j', async (slug) => {
    const { status, body } = await call('GET', `/v1/organizations/?slug=${slug}`);
    expect([status, body]).toEqual([200, { items: [], pagination: { total_count: 0, max_page: 0 } }]);
  });

  test.each([
    ['created_at', 'birch ash cedar oak'],
    ['-created_at', 'oak cedar ash birch'],
    ['slug', 'ash birch cedar oak'],
    ['-slug', 'oak cedar birch ash'],
    ['name', 'cedar ash birch oak'],
    ['-name', 'oak birch ash cedar'],
    ['-next_review_threshold&sorting=slug', 'birch cedar ash oak'],
    ['next_review_threshold&sorting=-slug', 'oak ash cedar birch'],
    ['days_in_status', 'cedar birch oak ash'],
    ['-days_in_status', 'ash oak birch cedar'],
  ])('sorts by %s', async (sorting, expected) => {
    expect((await list(`sorting=${sorting}`)).join(' ')).toBe(expected);
  });

  test('days in a status count from the last modification if the status never changed', async () => {
    const em = api.app.get(EntityManager).fork();
    const change = "update organizations.organizations set modified_at = now() - ? * interval '1 day' where slug = 'ash'";
    await em.execute(change, [20]);
    expect((await list('sorting=days_in_status')).join(' ')).toBe('cedar birch ash oak');
    await em.execute(change, [null]);
  });

  test('equal values are ordered by id, so that pages do not overlap', async () => {
    const ids: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await call('GET', `/v1/organizations/?sorting=next_review_threshold&limit=1&page=${page}`);
      expect(body.pagination).toEqual({ total_count: 4, max_page: 4 });
      ids.push(...body.items.map(({ id }: { id: string }) => id));
    }
    expect(new Set(ids).size).toBe(4);
    expect(ids.slice(0, 2)).toEqual(ids.slice(0, 2).sort());
  });

  test('a page beyond the end is empty and has the total count', async () => {
    for (const page of ['3', '9007199254740991']) {
      const { status, body } = await call('GET', `/v1/organizations/?limit=2&page=${page}`);
      expect([status, body]).toEqual([200, { items: [], pagination: { total_count: 4, max_page: 2 } }]);
    }
  });

  test('a limit above 100 counts as 100; unknown parameters are ignored', async () => {
    expect(await list('limit=1000&nonsense=1&slug[a]=x')).toHaveLength(4);
  });

  test.each([
    ['page=0', ['page'], 'greater_than'],
    ['page=-1', ['page'], 'greater_than'],
    ['page=abc', ['page'], 'int_parsing'],
    ['page=1.5', ['page'], 'int_parsing'],
    ['page=', ['page'], 'int_parsing'],
    ['page=9007199254740993', ['page'], 'less_than_equal'],
    ['limit=0', ['limit'], 'greater_than'],
    ['limit=abc', ['limit'], 'int_parsing'],
    ['sorting=status', ['sorting', 0], 'enum'],
    ['sorting=', ['sorting', 0], 'enum'],
    ['sorting=name&sorting=%2Bname', ['sorting', 1], 'enum'],
    ['sorting=name%00', ['sorting', 0], 'enum'],
    ['slug=a%00b', ['slug'], 'value_error'],
  ])('rejects ?%s', async (query, loc, type) => {
    const { status, body } = await call('GET', `/v1/organizations/?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject(wrongParameter(loc, type));
  });
});
