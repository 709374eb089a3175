import { randomUUID } from 'node:crypto';
import { type Answer, callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { pagesOf, qrCodesOf } from '../support/read-pdf.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const URL = '/v1/license-key-batches';
const CLAIM = '/v1/customer-portal/license-keys/claim';

interface Batch {
  readonly id: string;
  readonly benefit_id: string;
  readonly keys: readonly string[];
}

async function batchOf(size: number, attributes: object = {}, benefit: object = {}): Promise<Batch> {
  const { id: benefit_id } = await seedBenefit(fixture.api, fixture.ours.organization.id, {
    activations: { limit: 2, enableCustomerAdmin: false },
    ...benefit,
  });
  const { status, body } = await fixture.seller('POST', URL, { name: 'Boxes', benefit_id, size, ...attributes });
  expect(status).toBe(201);
  return { ...body, keys: (await exported(body)).map(({ key }) => key!) };
}

async function exported({ id }: { readonly id: string }): Promise<{ id: string; key: string | null; status: string }[]> {
  const { text } = await fixture.seller('GET', `${URL}/${id}/export`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const present = (operation: 'activate' | 'validate', key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  fixture.anonymous(
    'POST',
    `/v1/customer-portal/license-keys/${operation}`,
    { key, organization_id: fixture.ours.organization.id, ...(operation === 'activate' ? { label: 'laptop' } : {}) },
    headers,
  );
const refusal = ({ status, headers }: Answer) => [status, headers['license-code']];
const newEmail = (): string => `${randomUUID()}@example.com`;
const newCustomer = async () => {
  const customer = await seedCustomer(fixture.api, fixture.ours.organization.id);
  return { ...customer, ...(await openSession(fixture.api, fixture.ours, customer.id)) };
};

test('batches are made, listed, changed and exported', async () => {
  const { keys, ...batch } = await batchOf(3);
  expect(batch).toEqual({
    id: expect.stringMatching(UUID),
    created_at: expect.stringMatching(TIME),
    modified_at: null,
    organization_id: fixture.ours.organization.id,
    name: 'Boxes',
    benefit_id: batch.benefit_id,
    size: 3,
    claimed: 0,
    claim_until: null,
    is_stopped: false,
    stopped_at: null,
  });
  expect(new Set(keys).size).toBe(3);
  const listed = await fixture.seller('GET', `${URL}?benefit_id=${batch.benefit_id}`);
  expect(listed.body).toEqual({ items: [batch], pagination: { total_count: 1, max_page: 1 } });
  const changes = { name: 'Cards', claim_until: '2040-01-01T00:00:00Z', is_stopped: true };
  const changed = await fixture.seller('PATCH', `${URL}/${batch.id}`, changes);
  const time = expect.stringMatching(TIME);
  expect(changed.body).toEqual({
    ...batch,
    ...changes,
    claim_until: '2040-01-01T00:00:00.000Z',
    stopped_at: time,
    modified_at: time,
  });
  const resumed = await fixture.seller('PATCH', `${URL}/${batch.id}`, { is_stopped: false, claim_until: null });
  expect(resumed.body).toMatchObject({ name: 'Cards', is_stopped: false, stopped_at: null, claim_until: null });
  const csv = await fixture.seller('GET', `${URL}/${batch.id}/export?format=csv`);
  expect(csv.text.split('\r\n')[0]).toBe('id,key,display_key,status,claimed_at');
});

test('cards of keys that nobody has claimed are printed for whoever may export them', async () => {
  const { id, keys, benefit_id } = await batchOf(3, { claim_until: '2040-01-01T00:00:00Z' });
  await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Analytical Engine', benefits: [benefit_id] });
  await (await newCustomer()).call('POST', CLAIM, { key: keys[1] });
  const print = async (query: string) => {
    const headers = { authorization: `Bearer ${fixture.ours.oat}` };
    const url = `${URL}/${id}/export?format=pdf${query}`;
    return fixture.api.app.inject({ method: 'GET', url, headers });
  };
  const english = await print('');
  expect([english.statusCode, english.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [page] = await pagesOf(english.rawPayload);
  const portal = `/portal/${fixture.ours.organization.slug}`;
  expect(page!.texts.filter((text) => keys.includes(text))).toEqual([keys[0], keys[2]]);
  expect(page!.texts).toEqual(expect.arrayContaining(['Analytical Engine', 'Can be claimed until 31 December 2039.']));
  expect(qrCodesOf(english.rawPayload)).toEqual([0, 1].map(() => expect.stringMatching(new RegExp(`${portal}$`))));
  const [german] = await pagesOf((await print('&paper=letter&language=de')).rawPayload);
  expect([german!.width, german!.texts]).toEqual([612, expect.arrayContaining(['Einlösbar bis zum 31. Dezember 2039.'])]);
  for (const query of ['&paper=a3', '&language=xx']) expect((await print(query)).statusCode).toBe(422);
  const foreign = callAs(fixture.api, fixture.theirs.oat);
  expect((await foreign('GET', `${URL}/${id}/export?format=pdf`)).status).toBe(404);
});

test('a batch needs a benefit of the organization with license keys, and a size', async () => {
  const theirs = await seedBenefit(fixture.api, fixture.theirs.organization.id);
  for (const [benefit_id, size, field] of [
    [theirs.id, 1, 'benefit_id'],
    [randomUUID(), 1, 'benefit_id'],
    [fixture.benefit.id, 0, 'size'],
    [fixture.benefit.id, 10_001, 'size'],
  ] as const) {
    const { status, body } = await fixture.seller('POST', URL, { name: 'Boxes', benefit_id, size });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]]);
  }
  const foreign = callAs(fixture.api, fixture.theirs.oat);
  const { id } = await batchOf(1);
  for (const answer of [
    await foreign('GET', `${URL}/${id}`),
    await foreign('PATCH', `${URL}/${id}`, { is_stopped: true }),
    await foreign('GET', `${URL}/${id}/export`),
  ])
    expect(answer.status).toBe(404);
});

test('a key that nobody has claimed is refused, is in no list, and becomes the license key of whoever activates it with an address', async () => {
  const { id, keys, benefit_id } = await batchOf(2);
  const [key] = keys;
  expect(refusal(await present('validate', key!))).toEqual([404, 'NOT_CLAIMED']);
  expect(refusal(await present('activate', key!))).toEqual([404, 'NOT_CLAIMED']);
  const explained = await fixture.seller('POST', '/v1/license-keys/explain', {
    key,
    organization_id: fixture.ours.organization.id,
    operation: 'validate',
  });
  expect(explained.body).toMatchObject({ allowed: false, code: 'NOT_CLAIMED' });
  expect((await fixture.seller('GET', `/v1/license-keys/?benefit_id=${benefit_id}`)).body.pagination.total_count).toBe(0);
  const email = newEmail();
  const dry = await present('activate', key!, { 'license-claim-email': email, 'license-dry-run': '1' });
  expect(refusal(dry)).toEqual([404, 'NOT_CLAIMED']);
  const invalid = await present('activate', key!, { 'license-claim-email': 'nobody' });
  expect(invalid.status).toBe(422);

  const activated = await present('activate', ` ${key!.toLowerCase()} `, { 'license-claim-email': email });
  expect(activated).toMatchObject({
    status: 200,
    body: { license_key: { key, benefit_id, limit_activations: 2, status: 'granted' } },
  });
  const customer = await fixture.seller('GET', `/v1/customers/${activated.body.license_key.customer_id}`);
  expect(customer.body).toMatchObject({ email });
  expect(await present('validate', key!)).toMatchObject({ status: 200 });
  const [claimed, other] = await exported({ id });
  expect(claimed).toMatchObject({
    id: activated.body.license_key.id,
    key: null,
    status: 'claimed',
    claimed_at: expect.stringMatching(TIME),
  });
  expect(other).toMatchObject({ key: keys[1], status: 'unclaimed', claimed_at: null });
  expect((await fixture.seller('GET', `${URL}/${id}`)).body).toMatchObject({ size: 2, claimed: 1 });
  expect((await fixture.eventsOf(activated.body.license_key.id)).map(({ name }) => name)).toEqual([
    'license_key.created',
    'license_key.activated',
  ]);

  // It is a license key like others now, and the address says nothing any more.
  expect(await present('activate', key!, { 'license-claim-email': newEmail() })).toMatchObject({
    status: 200,
    body: { license_key: { customer_id: customer.body.id } },
  });
});

test('a stopped batch refuses what nobody has claimed, until it is resumed; so does one whose time is over', async () => {
  const { id, keys } = await batchOf(2);
  const [before, after] = keys;
  const header = { 'license-claim-email': newEmail() };
  expect((await present('activate', before!, header)).status).toBe(200);
  await fixture.seller('PATCH', `${URL}/${id}`, { is_stopped: true });
  expect(refusal(await present('activate', after!, header))).toEqual([404, 'DISABLED']);
  expect(refusal(await present('validate', after!))).toEqual([404, 'DISABLED']);
  expect((await present('validate', before!)).status).toBe(200);
  const { call } = await newCustomer();
  expect((await call('POST', CLAIM, { key: after })).status).toBe(404);
  await fixture.seller('PATCH', `${URL}/${id}`, { is_stopped: false, claim_until: '2020-01-01T00:00:00Z' });
  expect(refusal(await present('activate', after!, header))).toEqual([404, 'EXPIRED']);
  await fixture.seller('PATCH', `${URL}/${id}`, { claim_until: null });
  expect((await present('activate', after!, header)).status).toBe(200);
});

test('customers claim keys in the portal, each once; somebody else is told so', async () => {
  const { keys } = await batchOf(1);
  const [customer, another] = [await newCustomer(), await newCustomer()];
  const claimed = await customer.call('POST', CLAIM, { key: keys[0] });
  expect(claimed).toMatchObject({ status: 200, body: { key: keys[0], customer_id: customer.id } });
  expect((await customer.call('POST', CLAIM, { key: keys[0] })).body).toEqual(claimed.body);
  expect(await another.call('POST', CLAIM, { key: keys[0] })).toMatchObject({
    status: 409,
    body: { error: 'LicenseKeyClaimed' },
  });
  expect((await another.call('POST', CLAIM, { key: 'UNKNOWN-KEY-1' })).status).toBe(404);
  expect((await another.call('POST', CLAIM, {})).status).toBe(422);
});

test('a member of a team holds what it claims', async () => {
  const { keys } = await batchOf(1);
  const { id } = await seedCustomer(fixture.api, fixture.ours.organization.id);
  const member = await openSession(fixture.api, fixture.ours, id, 'member');
  const { body } = await member.call('POST', CLAIM, { key: keys[0] });
  expect(body).toMatchObject({ customer_id: id });
  const colleague = await openSession(fixture.api, fixture.ours, id, 'member');
  const statuses = [member, colleague].map(({ call }) => call('GET', `/v1/customer-portal/license-keys/${body.id}`));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 404]);
});

test('of many who claim a key at once one gets it', async () => {
  const { id, keys } = await batchOf(1);
  const customers = await Promise.all(Array.from({ length: 4 }, newCustomer));
  const answers = await Promise.all(customers.map(({ call }) => call('POST', CLAIM, { key: keys[0] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect((await fixture.seller('GET', `${URL}/${id}`)).body).toMatchObject({ claimed: 1 });
});

test('keys of a batch whose benefit was deleted are refused as disabled ones', async () => {
  const { keys, benefit_id } = await batchOf(1);
  await fixture.seller('DELETE', `/v1/benefits/${benefit_id}`);
  const answer = await present('activate', keys[0]!, { 'license-claim-email': newEmail() });
  expect(refusal(answer)).toEqual([404, 'DISABLED']);
});
