import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const BULK = '/v1/bulk/license-keys';
const DISABLE = { type: 'disable' } as const;
const begin = (body: object) => fixture.seller('POST', `${BULK}/`, body);

test('a bulk change is begun, read and listed with its license keys', async () => {
  const keys = [await fixture.key(), await fixture.key()];
  const ids = keys.map(({ id }) => id).sort();
  const action = { type: 'extend_until', expires_at: '2040-01-01T00:00:00.000Z' };
  const { status, body } = await begin({ action, ids: [...ids, ids[0]], expected_total: 2 });
  expect(status).toBe(201);
  expect(body).toEqual({
    created_at: expect.stringMatching(TIME),
    modified_at: null,
    id: expect.stringMatching(UUID),
    organization_id: fixture.ours.organization.id,
    action,
    status: 'running',
    total: 2,
    changed: 0,
    refused: 0,
    pending: 2,
    restored: 0,
    kept: 0,
    is_undoable: true,
    finished_at: null,
  });
  expect((await fixture.seller('GET', `${BULK}/${body.id}`)).body).toEqual(body);
  expect((await fixture.seller('GET', `${BULK}/?limit=1`)).body.items).toEqual([body]);
  const entries = (await fixture.seller('GET', `${BULK}/${body.id}/entries`)).body;
  expect(entries).toMatchObject({ pagination: { total_count: 2 } });
  expect(entries.items[0]).toEqual({
    license_key_id: ids[0],
    display_key: expect.stringMatching(/^\*{4}-/),
    outcome: 'pending',
    code: null,
    before: null,
    after: null,
  });
  expect((await fixture.seller('GET', `${BULK}/${body.id}/entries?outcome=changed`)).body.items).toEqual([]);
});

test('a preview says what would be refused, and changes nothing', async () => {
  const { id: benefit_id } = await seedBenefit(fixture.api, fixture.ours.organization.id);
  const keys = [
    await fixture.key({ benefit_id, expires_at: '2031-01-01T00:00:00Z' }),
    await fixture.key({ benefit_id }),
    await fixture.key({ benefit_id, expires_at: '2031-01-01T00:00:00Z' }),
  ];
  await fixture.seller('PATCH', `/v1/license-keys/${keys[2]!.id}`, { status: 'revoked' });
  const before = await fixture.snapshot();
  const body = { action: { type: 'extend', days: 30 }, filter: { benefit_id } };
  const preview = await fixture.seller('POST', `${BULK}/preview`, body);
  expect([preview.status, preview.body]).toEqual([
    200,
    {
      total: 3,
      changed: 1,
      refusals: [
        { code: 'NEVER_EXPIRES', count: 1, examples: [{ license_key_id: keys[1]!.id, display_key: expect.any(String) }] },
        { code: 'REVOKED', count: 1, examples: [{ license_key_id: keys[2]!.id, display_key: expect.any(String) }] },
      ],
    },
  ]);
  expect(await fixture.snapshot()).toEqual(before);
});

test('another number of license keys than expected is refused', async () => {
  const { id } = await fixture.key();
  const { status, body } = await begin({ action: DISABLE, ids: [id], expected_total: 2 });
  expect([status, body]).toEqual([409, { error: 'BulkChangeSetChanged', detail: 'There are 1 license keys now, not 2.' }]);
});

test.each<[string, () => object, (string | number)[]]>([
  ['neither IDs nor a filter', () => ({ action: DISABLE }), ['body', 'ids']],
  ['both', () => ({ action: DISABLE, ids: [randomUUID()], filter: {} }), ['body', 'ids']],
  ['no IDs', () => ({ action: DISABLE, ids: [] }), ['body', 'ids']],
  ['too many IDs', () => ({ action: DISABLE, ids: Array.from({ length: 1001 }, () => randomUUID()) }), ['body', 'ids']],
  ['an unknown license key', () => ({ action: DISABLE, ids: [randomUUID()] }), ['body', 'ids', 0]],
  ['a filter that nothing matches', () => ({ action: DISABLE, filter: { customer_id: randomUUID() } }), ['body', 'filter']],
  ['an unknown filter', () => ({ action: DISABLE, filter: { benefit: 'x' } }), ['body', 'filter', 'benefit']],
  ['an unknown action', () => ({ action: { type: 'delete' }, filter: {} }), ['body', 'action']],
  [
    'a limit that no benefit has',
    () => ({ action: { type: 'follow_benefit', limit: 'expires_at' }, filter: {} }),
    ['body', 'action', 'limit'],
  ],
  ['no days', () => ({ action: { type: 'extend', days: 0 }, filter: {} }), ['body', 'action', 'days']],
  [
    'a time without zone',
    () => ({ action: { type: 'extend_until', expires_at: '2040-01-01T00:00:00' }, filter: {} }),
    ['body', 'action', 'expires_at'],
  ],
])('%s: 422', async (_name, body, loc) => {
  for (const url of [`${BULK}/`, `${BULK}/preview`]) {
    const answer = await fixture.seller('POST', url, body());
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  }
});

test('what belongs to another organization does not exist', async () => {
  const { id } = await fixture.key();
  const { body } = await begin({ action: DISABLE, ids: [id] });
  const theirs = callAs(fixture.api, fixture.theirs.oat);
  const named = await theirs('POST', `${BULK}/`, { action: DISABLE, ids: [id] });
  expect([named.status, named.body.detail[0].loc]).toEqual([422, ['body', 'ids', 0]]);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/entries'],
    ['POST', '/cancel'],
    ['POST', '/undo'],
  ] as const) {
    expect((await theirs(method, `${BULK}/${body.id}${path}`)).status).toBe(404);
  }
});

test('more than 10,000 license keys are refused', async () => {
  const { id: benefit_id } = await seedBenefit(fixture.api, fixture.ours.organization.id);
  for (let sent = 0; sent < 11; sent += 1) {
    const keys = Array.from({ length: sent < 10 ? 1_000 : 1 }, () => ({ customer_id: fixture.customer.id, benefit_id }));
    expect((await fixture.seller('POST', '/v1/license-keys/', { license_keys: keys })).status).toBe(201);
  }
  const { status, body } = await begin({ action: DISABLE, filter: { benefit_id } });
  expect([status, body.detail[0].msg]).toEqual([422, 'More than 10000 license keys match.']);
});
