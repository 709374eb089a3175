import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
let benefit_id: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  benefit_id = await flag({ values: { export: true, pages: 500 } });
});
afterAll(() => fixture.close());

async function flag(terms: object): Promise<string> {
  const body = { type: 'feature_flag', description: 'A flag', properties: {}, ...terms };
  const answer = await fixture.seller('POST', '/v1/benefits/', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

const url = ({ id }: { readonly id: string }, rest = 'entitlements') => `/v1/license-keys/${id}/${rest}`;
const give = (key: { readonly id: string }, terms: object = {}) =>
  fixture.seller('POST', url(key), { benefit_id, reason: 'Promised by support', ...terms });
const sources = async (key: SeededLicenseKey) => (await fixture.seller('GET', url(key))).body.items;
const shown = async (key: SeededLicenseKey) => (await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body.entitlements;
const validate = (key: SeededLicenseKey, scope: object) =>
  fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', { ...keyParams(key), ...scope });

test('what is given by hand is shown, asked for by validation, listed with its reason and end, and taken back', async () => {
  const key = await fixture.key();
  const ends_at = '2999-01-01T00:00:00.000Z';
  const { status, body } = await give(key, { values: { export: true, pages: 7 }, combine: 'sum', ends_at });
  expect([status, await shown(key)]).toEqual([201, [{ benefit_id, values: { export: true, pages: 7 } }]]);
  const given = { source: 'by_hand', values: { export: true, pages: 7 }, combine: 'sum', reason: 'Promised by support', ends_at };
  expect(await sources(key)).toMatchObject([{ id: body.id, benefit_id, benefit_grant_id: null, ...given }]);
  expect((await validate(key, { entitlements: ['export', 'pages', benefit_id] })).status).toBe(200);
  const second = await give(key, { values: { pages: 3 } });
  expect(await shown(key)).toEqual([{ benefit_id, values: { export: true, pages: 10 } }]);
  expect((await fixture.seller('DELETE', url(key, `entitlements/${body.id}`))).status).toBe(204);
  expect(await shown(key)).toEqual([{ benefit_id, values: { pages: 3 } }]);
  const missing = await validate(key, { entitlements: ['pages', 'export'] });
  expect([missing.status, missing.headers['license-code']]).toEqual([404, 'ENTITLEMENT_MISSING']);
  await fixture.seller('DELETE', url(key, `entitlements/${second.body.id}`));
  expect([await shown(key), await sources(key)]).toEqual([undefined, []]);
});

test('nothing is given of what does not exist, for no reason, until a time that is over, or to a key of somebody else', async () => {
  const key = await fixture.key();
  const refused: object[] = [
    { benefit_id: randomUUID() },
    { benefit_id: key.benefit_id },
    { reason: '' },
    { reason: undefined },
    { ends_at: '2020-01-01T00:00:00Z' },
    { combine: 'most' },
    { other: 1 },
  ];
  for (const terms of refused) expect((await give(key, terms)).status).toBe(422);
  expect((await give({ id: randomUUID() })).status).toBe(404);
  expect((await fixture.seller('GET', url({ id: randomUUID() }))).status).toBe(404);
  expect((await fixture.seller('DELETE', url(key, `entitlements/${randomUUID()}`))).status).toBe(404);
  expect(await sources(key)).toEqual([]);
});

test('only a granted add-on of the same customer is attached', async () => {
  const key = await fixture.key();
  const attach = (benefit_grant_id: string) => fixture.seller('POST', url(key, 'attached-grants'), { benefit_grant_id });
  expect((await attach(randomUUID())).status).toBe(422);
  expect(
    (await fixture.seller('POST', url({ id: randomUUID() }, 'attached-grants'), { benefit_grant_id: randomUUID() })).status,
  ).toBe(404);
});

test('a flag can extend keys of a benefit of license keys only, and its rules are changed one by one', async () => {
  const attach = { to: 'key_of', benefit_id: fixture.benefit.id };
  const create = (terms: object) =>
    fixture.seller('POST', '/v1/benefits/', { type: 'feature_flag', description: 'A flag', properties: {}, ...terms });
  for (const other of [randomUUID(), benefit_id])
    expect((await create({ attach: { ...attach, benefit_id: other } })).status).toBe(422);
  for (const terms of [{ attach: 'choose' }, { attach: { to: 'key_of' } }, { combine: 'add' }])
    expect((await create(terms)).status).toBe(422);
  const { body } = await create({ attach, combine: 'max', values: { pages: 1 } });
  expect(body).toMatchObject({ attach, combine: 'max', values: { pages: 1 }, properties: {} });
  const change = async (changes: object) =>
    (await fixture.seller('PATCH', `/v1/benefits/${body.id}`, { type: 'feature_flag', ...changes })).body;
  expect(await change({ combine: null })).toMatchObject({ attach, values: { pages: 1 } });
  const changed = await change({ attach: { to: 'own_key' } });
  expect([changed.attach, changed.combine, changed.values]).toEqual([{ to: 'own_key' }, undefined, { pages: 1 }]);
});
