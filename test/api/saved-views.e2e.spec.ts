import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { MOST_SHARED_VIEWS } from '../../libs/organizations/src/domain/saved-view.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const URL = '/v1/saved-views/';
const VIEW = { list: 'license_keys', name: 'Expire soon', filters: { expiry: 'week', status: 'granted' } };

let api: TestApi;
let ours: SeededOrganization;
let owner: Call;
let support: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  owner = callAs(api, ours.pat);
  support = callAs(api, await ours.tokenAs('support'));
});
afterAll(() => api.close());

const save = (call: Call, more: object = {}): Promise<Answer> =>
  call('POST', URL, { organization_id: ours.organization.id, ...VIEW, name: randomUUID(), ...more });
const named = async (call: Call, list?: string): Promise<string[]> =>
  (await call('GET', list ? `${URL}?list=${list}` : URL)).body.items.map(({ name }: { name: string }) => name);

test('a user saves, changes and deletes a view that nobody else has', async () => {
  const saved = await save(support, { name: ' Läuft bald ab ' });
  expect(saved).toMatchObject({
    status: 201,
    body: { ...VIEW, name: 'Läuft bald ab', is_shared: false, organization_id: ours.organization.id, modified_at: null },
  });
  const one = `${URL}${saved.body.id}`;
  expect([await named(support), await named(support, 'orders'), await named(owner)]).toEqual([['Läuft bald ab'], [], []]);
  for (const method of ['PATCH', 'DELETE'] as const) expect((await owner(method, one, { name: 'Mine' })).status).toBe(404);
  expect((await support('PATCH', one, { name: null, filters: {} })).body).toMatchObject({ name: 'Läuft bald ab', filters: {} });
  expect((await support('PATCH', one, { name: 'LÄUFT AB' })).body.name).toBe('LÄUFT AB');
  expect(await save(support, { name: 'läuft ab' })).toMatchObject({ status: 409, body: { error: 'SavedViewNameTaken' } });
  expect((await save(support, { name: 'läuft ab', list: 'orders', is_shared: true })).status).toBe(201);
  expect((await support('DELETE', one)).status).toBe(204);
  expect((await support('DELETE', one)).status).toBe(404);
});

test('everybody has a shared view; its author, owners and admins change it, and the audit log has it without its filters', async () => {
  const filters = { query: 'grace@example.com' };
  const { body } = await save(support, { list: 'customers', name: 'Grace', filters, is_shared: true });
  const member = callAs(api, await ours.tokenAs('member'));
  expect(await named(member, 'customers')).toEqual(['Grace']);
  const denied = { status: 403, body: { detail: "You don't have permission to manage shared views" } };
  for (const method of ['PATCH', 'DELETE'] as const)
    expect(await member(method, `${URL}${body.id}`, { name: 'A' })).toMatchObject(denied);
  expect((await support('PATCH', `${URL}${body.id}`, { filters: { query: 'grace@example.org' } })).status).toBe(200);
  expect((await owner('DELETE', `${URL}${body.id}`)).status).toBe(204);
  const log = await owner('GET', `/v1/audit-log/?resource_id=${body.id}`);
  expect(log.body.items.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'updated', 'created']);
  expect(log.text).not.toContain('grace@');
});

test.each([
  ['of an unknown list', { list: 'invoices' }],
  ['without a name', { name: ' ' }],
  ['with a name that is too long', { name: 'x'.repeat(101) }],
  ['with a parameter that no list has', { filters: { 'Query[0]': 'a' } }],
  ['with a nested value', { filters: { query: { $ne: 'a' } } }],
  ['with an empty value', { filters: { query: '' } }],
  ['with a value that is too long', { filters: { query: 'x'.repeat(1_001) } }],
  ['with too many parameters', { filters: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((name) => [name, 'x'])) }],
  ['with more than 4,000 characters', { filters: Object.fromEntries([...'abcde'].map((name) => [name, 'x'.repeat(900)])) }],
  ['with an unknown field', { owner_id: randomUUID() }],
])('a view %s is refused', async (_what, more) => {
  expect((await save(owner, more)).status).toBe(422);
  expect(await named(owner, 'license_keys')).toEqual([]);
});

test('others find nothing, and an organization shares a limited number', async () => {
  const others = await seedOrganization(api);
  const stranger = callAs(api, others.pat);
  const { body } = await save(owner, { name: 'Zuletzt', list: 'events', is_shared: true });
  expect([await named(stranger), (await save(stranger)).body.detail[0].loc]).toEqual([[], ['body', 'organization_id']]);
  expect((await stranger('DELETE', `${URL}${body.id}`)).status).toBe(404);
  await api.app
    .get(EntityManager)
    .fork()
    .execute(
      `insert into organizations.saved_views (id, organization_id, list, author_id, name, filters, created_at)
       select gen_random_uuid(), organization_id, 'meters', author_id, 'View ' || number, filters, created_at
       from organizations.saved_views, generate_series(1, ?) number where id = ?`,
      [MOST_SHARED_VIEWS - 2, body.id],
    );
  const full = { status: 409, body: { error: 'TooManySavedViews' } };
  expect(await save(support, { list: 'meters', is_shared: true })).toMatchObject(full);
  expect((await save(support)).status).toBe(201);
});
