import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

/** Slug, name and type, in order of creation. */
const FIELDS = [
  ['b', 'Beta 100%', 'text'],
  ['d', 'alpha_one', 'number'],
  ['a', 'Gamma', 'date'],
  ['c', 'alpha one', 'text'],
] as const;

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  call = callAs(api, ours.oat);
  for (const [slug, name, type] of FIELDS) await call('POST', '/v1/custom-fields/', { slug, name, type, properties: {} });
  const gone = { slug: 'e', name: 'Deleted', type: 'text', properties: {} };
  const { body } = await call('POST', '/v1/custom-fields/', gone);
  await call('DELETE', `/v1/custom-fields/${body.id}`);
  await callAs(api, theirs.oat)('POST', '/v1/custom-fields/', { ...gone, name: 'Foreign' });
});
afterAll(() => api.close());

const list = async (query: string, as: Call = call): Promise<string> => {
  const { status, body } = await as('GET', `/v1/custom-fields/${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.items.length);
  return body.items.map(({ slug }: { slug: string }) => slug).join('');
};

test('lists custom fields that are not deleted, by slug', async () => {
  const { body } = await call('GET', '/v1/custom-fields/');
  expect(body.pagination).toEqual({ total_count: 4, max_page: 1 });
  expect(await list('')).toBe('abcd');
  expect(body.items[0]).toEqual((await call('GET', `/v1/custom-fields/${body.items[0].id}`)).body);
});

test.each([
  ['query=ALPHA', 'cd'],
  ['query=%25', 'b'],
  ['query=_', 'd'],
  ['query=', 'abcd'],
  ['query=nothing', ''],
  ['type=text', 'bc'],
  ['type=number&type=date', 'ad'],
  ['type=checkbox', ''],
  ['type=text&query=alpha', 'c'],
  ['sorting=created_at', 'bdac'],
  ['sorting=-created_at', 'cadb'],
  ['sorting=-slug', 'dcba'],
  ['sorting=name', 'bacd'],
  ['sorting=-name', 'dcab'],
  ['sorting=type&sorting=-slug', 'adcb'],
  ['sorting=-type&sorting=slug', 'bcda'],
])('?%s', async (query, expected) => {
  expect(await list(`?${query}`)).toBe(expected);
});

test('organization_id', async () => {
  expect(await list(`?organization_id=${ours.organization.id}&organization_id=${theirs.organization.id}`)).toBe('abcd');
  expect(await list(`?organization_id=${theirs.organization.id}`)).toBe('');
  expect(await list('', callAs(api, ours.pat))).toBe('abcd');
});

test.each(['type', '-type'])('sorting=%s: pages of equal values do not overlap', async (sorting) => {
  const pages = [1, 2, 3, 4, 5].map((page) => call('GET', `/v1/custom-fields/?sorting=${sorting}&limit=1&page=${page}`));
  const seen = (await Promise.all(pages)).flatMap(({ body }) => body.items.map(({ slug }: { slug: string }) => slug));
  expect(seen.sort()).toEqual(['a', 'b', 'c', 'd']);
});

test.each([
  ['page=0', ['page'], 'greater_than'],
  ['limit=x', ['limit'], 'int_parsing'],
  ['sorting=organization', ['sorting', 0], 'enum'],
  ['type=nonsense', ['type', 0], 'enum'],
  ['organization_id=x', ['organization_id', 0], 'uuid_parsing'],
  ['query=%00', ['query'], 'value_error'],
])('rejects ?%s', async (query, loc, type) => {
  const { status, body } = await call('GET', `/v1/custom-fields/?${query}`);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject(wrongParameter(loc, type, 'CustomFieldType'));
});
