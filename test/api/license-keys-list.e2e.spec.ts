import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
let ours: SeededLicenseKey[];
let theirs: SeededLicenseKey;
let second: { id: string };
beforeAll(async () => {
  fixture = await openLicenseFixture();
  second = await seedBenefit(fixture.api, fixture.ours.organization.id);
  theirs = await seedLicenseKey(fixture.api, fixture.theirs, { key: 'IN-BOTH' });
  ours = [];
  for (let n = 0; n < 12; n++) {
    const attributes = n === 0 ? { key: 'IN-BOTH' } : { key: `KEY-${n}`, benefit_id: n % 2 ? fixture.benefit.id : second.id };
    ours.push(await fixture.key(attributes));
  }
  await fixture.seller('PATCH', `/v1/license-keys/${ours[1]!.id}`, { status: 'revoked' });
  await fixture.seller('PATCH', `/v1/license-keys/${ours[2]!.id}`, { status: 'disabled' });
  for (const n of [4, 5]) {
    await fixture.seller('PATCH', `/v1/license-keys/${ours[n]!.id}`, { metadata: { contract: 'C-17', n } });
  }
});
afterAll(() => fixture.close());

const list = async (query = '', as = fixture.seller, headers: Record<string, string> = {}) => {
  const { status, body } = await as('GET', `/v1/license-keys/${query}`, undefined, headers);
  expect(status).toBe(200);
  return body;
};
const idsOf = async (...input: Parameters<typeof list>): Promise<string[]> =>
  (await list(...input)).items.map(({ id }: { id: string }) => id);
const ids = (...positions: number[]): string[] => positions.map((n) => ours[n]!.id);
const all = () => ours.map(({ id }) => id);

describe('GET /v1/license-keys/', () => {
  test('filters by metadata', async () => {
    expect(await idsOf('?metadata[contract]=C-17')).toEqual(ids(4, 5));
    expect(await idsOf('?metadata[contract]=C-17&metadata[n]=5&metadata[n]=6')).toEqual(ids(5));
    expect(await idsOf('?metadata[contract]=C-18')).toEqual([]);
  });

  test('lists the keys of the organization, oldest first, ten per page', async () => {
    const page = await list();
    expect(page.pagination).toEqual({ total_count: 12, max_page: 2 });
    expect(page.items.map(({ id }: { id: string }) => id)).toEqual(all().slice(0, 10));
    expect(await idsOf('?limit=100')).toEqual(all());
  });

  test('returns each key as GET by id does, without activations', async () => {
    const { activations: _none, ...alone } = await fixture.read(ours[3]!);
    expect((await list('?key=KEY-3')).items).toEqual([alone]);
  });

  test('pages do not overlap', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => idsOf(`?limit=5&page=${page}`)));
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
    expect(pages.flat()).toEqual(all());
    for (const beyond of [4, 1_000_000_000_000]) {
      expect(await list(`?limit=5&page=${beyond}`)).toEqual({ items: [], pagination: { total_count: 12, max_page: 3 } });
    }
  });

  test('a limit above 100 counts as 100', async () => {
    expect((await list('?limit=1000')).pagination).toEqual({ total_count: 12, max_page: 1 });
  });

  test.each([
    ['status=revoked', [1]],
    ['status=revoked&status=disabled', [1, 2]],
    ['status=granted&limit=100', [0, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('filters by %s', async (query, positions) => {
    expect(await idsOf(`?${query}`)).toEqual(ids(...positions));
  });

  test('filters by benefit, and by all filters together', async () => {
    const [even, odd] = [`benefit_id=${second.id}`, `benefit_id=${fixture.benefit.id}`];
    expect(await idsOf(`?${even}`)).toEqual(ids(2, 4, 6, 8, 10));
    expect(await idsOf(`?${even}&${odd}&limit=100`)).toEqual(all());
    expect(await idsOf(`?${even}&status=granted`)).toEqual(ids(4, 6, 8, 10));
    expect(await list(`?${odd}&status=disabled`)).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
    expect(await idsOf(`?benefit_id=${theirs.benefit_id}`)).toEqual([]);
  });

  test('filters by organization; a foreign organization yields an empty list', async () => {
    const [mine, other] = [fixture.ours.organization.id, fixture.theirs.organization.id];
    expect(await idsOf(`?organization_id=${mine}&organization_id=${other}&limit=100`)).toEqual(all());
    for (const id of [other, randomUUID()]) expect(await idsOf(`?organization_id=${id}`)).toEqual([]);
  });

  test('finds a key by its string, however it is written', async () => {
    for (const typed of ['KEY-3', '%20KEY-3', 'KEY%E2%80%933']) expect(await idsOf(`?key=${typed}`)).toEqual(ids(3));
    expect(await idsOf('?key=IN-BOTH')).toEqual(ids(0));
    for (const nothing of ['KEY', 'key-3', 'NONE', '']) expect(await idsOf(`?key=${nothing}`)).toEqual([]);
    expect(await idsOf('?key=KEY-3&status=revoked')).toEqual([]);
  });

  test('finds a key by every string that is valid now', async () => {
    const key = ours[11]!;
    const rotate = async (overlap_seconds: number): Promise<string> =>
      (await fixture.seller('POST', `/v1/license-keys/${key.id}/rotate`, { overlap_seconds })).body.key;
    const next = await rotate(3600);
    const last = await rotate(0);
    expect(await idsOf('?key=KEY-11')).toEqual([key.id]);
    expect(await idsOf(`?key=${next}`)).toEqual([]);
    expect(await idsOf(`?key=${last}`)).toEqual([key.id]);
  });

  test('returns a user the keys of all their organizations, or of the requested one', async () => {
    const user = callAs(fixture.api, fixture.ours.pat);
    const { id } = (await user('POST', '/v1/organizations/', { name: 'Second', slug: `second-${randomUUID()}` })).body;
    const further = await seedLicenseKey(
      fixture.api,
      { ...fixture.ours, organization: { id, slug: '' }, oat: fixture.ours.pat },
      { key: 'IN-BOTH' },
    );
    expect(await idsOf('?key=IN-BOTH', user)).toEqual([ours[0]!.id, further.id]);
    expect(await idsOf('?limit=100', user)).toEqual([...all(), further.id]);
    expect(await idsOf('', user, { 'polar-organization': id })).toEqual([further.id]);
    expect(await idsOf(`?organization_id=${id}`, user)).toEqual([further.id]);
  });
});

test('keys created at the same instant are ordered by id', async () => {
  const orders = Array.from({ length: 30 }, () => ({ customer_id: theirs.customer_id, benefit_id: theirs.benefit_id }));
  const seller = callAs(fixture.api, fixture.theirs.oat);
  const { body } = await seller('POST', '/v1/license-keys/', { license_keys: orders });
  const born: string[] = body.items.map(({ id }: { id: string }) => id);
  const listed = (await Promise.all([1, 2, 3].map((page) => idsOf(`?limit=11&page=${page}`, seller)))).flat();
  expect(listed).toEqual([theirs.id, ...born.sort()]);
});
