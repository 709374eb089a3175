import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { seedBenefit } from '../support/seed-benefit.ts';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const sql = (statement: string, id: string) => fixture.api.app.get(EntityManager).fork().execute(statement, [id]);

const URL = '/v1/license-key-pools';
const errorsOf = ({ body }: { body: { detail: { loc: unknown[]; type: string }[] } }) =>
  body.detail.map(({ loc, type }) => [loc.join('.'), type]);

async function poolOf(entries: readonly string[] = [], attributes: object = {}) {
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id);
  const { body } = await fixture.seller('POST', URL, { name: 'Batch 7', benefit_id: benefit.id, ...attributes });
  if (entries.length > 0) await fixture.seller('POST', `${URL}/${body.id}/entries`, { entries });
  return body;
}
const entriesOf = async (pool: { id: string }, query = '') =>
  (await fixture.seller('GET', `${URL}/${pool.id}/entries${query}`)).body.items;

test('pools are created for a benefit, listed, changed and deleted', async () => {
  const pool = await poolOf();
  expect(pool).toEqual({
    id: expect.stringMatching(UUID),
    created_at: expect.stringMatching(TIME),
    modified_at: null,
    organization_id: fixture.ours.organization.id,
    name: 'Batch 7',
    benefit_id: expect.stringMatching(UUID),
    low_threshold: 10,
    available: 0,
    claimed: 0,
    waiting_grants: 0,
  });
  const filtered = await fixture.seller('GET', `${URL}?benefit_id=${pool.benefit_id}`);
  expect(filtered.body).toEqual({ items: [pool], pagination: { total_count: 1, max_page: 1 } });
  const changed = await fixture.seller('PATCH', `${URL}/${pool.id}`, { name: 'Batch 8', low_threshold: null });
  expect(changed.body).toEqual({ ...pool, name: 'Batch 8', modified_at: expect.stringMatching(TIME) });
  expect((await fixture.seller('GET', `${URL}/${pool.id}`)).body).toEqual(changed.body);
  expect((await fixture.seller('DELETE', `${URL}/${pool.id}`)).status).toBe(204);
  expect((await fixture.seller('GET', `${URL}/${pool.id}`)).status).toBe(404);
});

test('a pool needs a benefit of the organization with license keys, which has no pool yet', async () => {
  const { benefit_id } = await poolOf();
  const again = await fixture.seller('POST', URL, { name: 'Another', benefit_id });
  expect([again.status, again.body.error]).toEqual([409, 'BenefitHasPool']);
  const theirs = await seedBenefit(fixture.api, fixture.theirs.organization.id);
  for (const id of [theirs.id, randomUUID()]) {
    const refused = await fixture.seller('POST', URL, { name: 'Another', benefit_id: id });
    expect([refused.status, errorsOf(refused)]).toEqual([422, [['body.benefit_id', 'value_error']]]);
  }
});

test('an entry is no license key: it never validates, is in no list, and nobody else gets its string', async () => {
  const key = 'PUBLISHER-SECRET-1';
  const pool = await poolOf([key, 'PUBLISHER-SECRET-2']);
  const entries = await entriesOf(pool);
  expect(entries).toEqual([
    {
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      display_key: '****-CRET-1',
      status: 'available',
      claimed_at: null,
      license_key_id: null,
    },
    expect.objectContaining({ display_key: '****-CRET-2' }),
  ]);
  const presented = { key, organization_id: fixture.ours.organization.id };
  const validated = await fixture.seller('POST', '/v1/license-keys/validate', presented);
  expect([validated.status, validated.headers['license-code']]).toEqual([404, 'NOT_FOUND']);
  expect((await fixture.seller('GET', `/v1/license-keys?key=${key}`)).body.items).toEqual([]);
  expect((await fixture.seller('GET', `/v1/license-keys/${entries[0].id}`)).status).toBe(404);
  const taken = { customer_id: fixture.customer.id, benefit_id: fixture.benefit.id, key };
  expect((await fixture.seller('POST', '/v1/license-keys', taken)).status).toBe(422);
  expect((await callAs(fixture.api, fixture.theirs.oat)('GET', `${URL}/${pool.id}/entries`)).status).toBe(404);

  expect((await fixture.seller('DELETE', `${URL}/${pool.id}/entries/${entries[0].id}`)).status).toBe(204);
  expect((await fixture.seller('DELETE', `${URL}/${pool.id}/entries/${entries[0].id}`)).status).toBe(404);
  expect((await fixture.seller('POST', '/v1/license-keys', taken)).status).toBe(201);
  expect((await fixture.seller('GET', `${URL}/${pool.id}`)).body).toMatchObject({ available: 1, claimed: 0 });
  expect(await entriesOf(pool, '?status=claimed')).toEqual([]);
});

test('entries are added all or none; short, repeated and taken strings are named', async () => {
  const pool = await poolOf(['PUBLISHER-TAKEN-01']);
  const add = (body: object, to = pool.id) => fixture.seller('POST', `${URL}/${to}/entries`, body);
  const short = await add({ entries: ['PUBLISHER-FREE-001', 'SHORT'] });
  expect([short.status, errorsOf(short)]).toEqual([422, [['body.entries.1', 'string_too_short']]]);
  const taken = await add({ entries: ['PUBLISHER-FREE-001', 'PUBLISHER-TAKEN-01', 'PUBLISHER-FREE-001'] });
  expect([taken.status, errorsOf(taken)]).toEqual([
    422,
    [
      ['body.entries.1', 'value_error'],
      ['body.entries.2', 'value_error'],
    ],
  ]);
  expect(await entriesOf(pool)).toHaveLength(1);
  const allowed = await add({ entries: ['SHORT'], allow_short_key: true });
  expect([allowed.status, allowed.body.available]).toEqual([200, 2]);
  for (const entries of [[], ['x'.repeat(256)], [''], Array.from({ length: 10_001 }, (_, n) => `PUBLISHER-${n + 100_000}`)]) {
    expect((await add({ entries })).status).toBe(422);
  }
  expect((await add({ entries: ['PUBLISHER-FREE-002'] }, randomUUID())).status).toBe(404);
  expect((await add({ entries: ['PUBLISHER-FREE-003'.padEnd(4 * 1024 * 1024, 'x')] })).status).toBe(413);
});

test('10,000 entries are added at once, and a pool holds no more than 100,000', async () => {
  const pool = await poolOf();
  const entries = (from: number) => Array.from({ length: 10_000 }, (_, n) => `PUBLISHER-BULK-${from + n}`);
  const add = (from: number) => fixture.seller('POST', `${URL}/${pool.id}/entries`, { entries: entries(from) });
  const added = await add(1_000_000);
  expect([added.status, added.body.available]).toEqual([200, 10_000]);
  const last = await fixture.seller('GET', `${URL}/${pool.id}/entries?limit=1&page=10000`);
  expect(last.body.items).toMatchObject([{ display_key: '****-009999' }]);
  await sql('update licensing.key_pools set available = 90001 where id = ?', pool.id);
  const full = await add(2_000_000);
  expect([full.status, full.body.error]).toEqual([409, 'KeyPoolFull']);
});

test('a claimed entry names its license key and is not removed', async () => {
  const pool = await poolOf(['PUBLISHER-CLAIMED-1']);
  const [{ id }] = await entriesOf(pool);
  await sql('update licensing.pool_entries set claimed_at = now(), encrypted_key = null where id = ?', id);
  expect(await entriesOf(pool, '?status=claimed')).toMatchObject([{ status: 'claimed', license_key_id: id }]);
  const refused = await fixture.seller('DELETE', `${URL}/${pool.id}/entries/${id}`);
  expect([refused.status, refused.body.error]).toEqual([409, 'PoolEntryClaimed']);
});
