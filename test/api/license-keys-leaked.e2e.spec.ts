import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntityManager } from '@mikro-orm/postgresql';
import { NO_KEY_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const github = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const pemOf = ({ publicKey }: typeof github): string => publicKey.export({ format: 'pem', type: 'spki' }) as string;

let api: TestApi;
let queue: EventQueue;
let ours: SeededOrganization;
let theirs: SeededOrganization;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'latchkey-keys-')), 'keys.json');
  const keys = { a1: github, b2: other };
  const public_keys = Object.entries(keys).map(([key_identifier, pair]) => ({
    key_identifier,
    key: pemOf(pair),
    is_current: true,
  }));
  writeFileSync(file, JSON.stringify({ public_keys }));
  api = await startApi({ SECRET_SCANNING_KEYS_FILE: file, ...NO_KEY_LIMITS });
  queue = eventQueueOf(api);
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
});
afterAll(() => api.close());

const as = (organization: SeededOrganization) => callAs(api, organization.oat);
const seller: ReturnType<typeof as> = (...args) => as(ours)(...args);

/** A key of a benefit with this rule. */
async function issued(when_leaked?: string, { organization = ours }: { organization?: SeededOrganization } = {}) {
  const properties = { prefix: 'ACME', ...(when_leaked ? { when_leaked } : {}) };
  const create = { type: 'license_keys', description: 'A key', properties };
  const { body: benefit } = await as(organization)('POST', '/v1/benefits/', create);
  const { id: customer_id } = await seedCustomer(api, organization.organization.id);
  return (await as(organization)('POST', '/v1/license-keys/', { benefit_id: benefit.id, customer_id })).body;
}

const found = (token: string, url = 'https://github.com/octocat/hello/blob/main/.env') => ({
  token,
  type: 'acme_license_key',
  url,
  source: 'content',
});

interface Signed {
  readonly slug?: string;
  readonly identifier?: string;
  readonly by?: typeof github;
  readonly sent?: string;
}

async function report(tokens: unknown, { slug = ours.organization.slug, identifier = 'a1', by = github, sent }: Signed = {}) {
  const payload = JSON.stringify(tokens);
  const { statusCode, body } = await api.app.inject({
    method: 'POST',
    url: `/compat/${slug}/github/secret-scanning`,
    headers: {
      'content-type': 'application/json',
      'github-public-key-identifier': identifier,
      'github-public-key-signature': sign('sha256', Buffer.from(payload), by.privateKey).toString('base64'),
    },
    payload: sent ?? payload,
  });
  return { status: statusCode, body: JSON.parse(body) };
}

const labelOf = async (token: string): Promise<string> => (await report([found(token)])).body[0].label;
const keyNow = async ({ id }: { id: string }) => (await seller('GET', `/v1/license-keys/${id}`)).body;
const reportsOf = async ({ id }: { id: string }) => {
  const query = `select payload from platform.outbox where aggregate_id = ? and name = 'license_key.leak_reported' order by id`;
  return (await api.app.get(EntityManager).fork().execute<{ payload: object }[]>(query, [id])).map(({ payload }) => payload);
};
const validates = async (key: string): Promise<number> => {
  const body = { key, organization_id: ours.organization.id };
  return (await callAs(api, undefined)('POST', '/v1/customer-portal/license-keys/validate', body)).status;
};

describe('a report of GitHub', () => {
  test('tells which texts are license keys of this organization, and nothing else', async () => {
    const [key, foreign] = [await issued(), await issued(undefined, { organization: theirs })];
    const { status, body } = await report([found(key.key), found('ACME-UNKNOWN'), found(foreign.key)]);
    expect(status).toBe(200);
    expect(body).toEqual([
      { token_raw: key.key, token_type: 'acme_license_key', label: 'true_positive' },
      { token_raw: 'ACME-UNKNOWN', token_type: 'acme_license_key', label: 'false_positive' },
      { token_raw: foreign.key, token_type: 'acme_license_key', label: 'false_positive' },
    ]);
    expect(await reportsOf(key)).toMatchObject([{ source: 'github', action: 'tell', url: found('').url }]);
    expect(await reportsOf(foreign)).toEqual([]);
    expect(await validates(key.key)).toBe(200);
  });

  test('rotates the license key, once for all places, and mails the new one', async () => {
    const key = await issued('rotate');
    const urls = ['https://github.com/a', 'https://github.com/b'];
    const { body } = await report(urls.map((url) => found(key.key, url)));
    expect(body).toMatchObject([{ label: 'true_positive' }, { label: 'true_positive' }]);
    const { key: renewed } = await keyNow(key);
    expect([await validates(key.key), await validates(renewed)]).toEqual([404, 200]);
    expect(await reportsOf(key)).toMatchObject([{ action: 'rotate', url: urls[0] }]);
    const names = await api.app
      .get(EntityManager)
      .fork()
      .execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [key.id]);
    expect(names.map(({ name }) => name)).toEqual([
      'license_key.created',
      'license_key.rotated',
      'license_key.mail_requested',
      'license_key.leak_reported',
    ]);
    await queue.deliverAll();
  });

  test('of a key that nobody has claimed is no mistake, and changes nothing', async () => {
    const { body: benefit } = await seller('POST', '/v1/benefits/', {
      type: 'license_keys',
      description: 'A key',
      properties: {},
    });
    const { body: batch } = await seller('POST', '/v1/license-key-batches/', { name: 'Cards', benefit_id: benefit.id, size: 1 });
    const { key } = JSON.parse((await seller('GET', `/v1/license-key-batches/${batch.id}/export`)).text);
    expect(await labelOf(key)).toBe('true_positive');
    expect((await seller('GET', `/v1/license-key-batches/${batch.id}`)).body).toEqual(batch);
  });

  test('of a text that still works beside its successor ends that text only', async () => {
    const key = await issued('rotate');
    const { body: renewed } = await seller('POST', `/v1/license-keys/${key.id}/rotate`, { overlap_seconds: 3600 });
    expect([await validates(key.key), await labelOf(key.key)]).toEqual([200, 'true_positive']);
    expect([await validates(key.key), await validates(renewed.key)]).toEqual([404, 200]);
    expect((await keyNow(key)).key).toBe(renewed.key);
  });

  test('disables the license key, which can be enabled again', async () => {
    const key = await issued('disable');
    expect(await labelOf(key.key)).toBe('true_positive');
    expect((await keyNow(key)).status).toBe('disabled');
    expect(await labelOf(key.key)).toBe('true_positive');
    expect(await reportsOf(key)).toMatchObject([{ action: 'disable' }, { action: 'tell' }]);
    await seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'granted' });
    expect(await validates(key.key)).toBe(200);
  });

  test.each<[string, Signed]>([
    ['signed by somebody else', { by: stranger }],
    ['signed by a key of another curve', { identifier: 'b2', by: other }],
    ['that names a key which is not published', { identifier: 'zz' }],
    ['whose body was changed', { sent: JSON.stringify([found('ACME-OTHER')]) }],
  ])('%s is refused, and says nothing', async (_what, signed) => {
    const key = await issued('disable');
    const { status, body } = await report([found(key.key)], signed);
    expect([status, body.error]).toEqual([400, 'ReportSignatureInvalid']);
    expect((await keyNow(key)).status).toBe('granted');
  });

  test('that is no list of texts, or of an organization that does not exist, is refused', async () => {
    const refused = [{}, [{ token: 1, type: 'x' }], [null], ['x'], Array(1001).fill(found('x')), [found('\0')]];
    for (const body of refused) expect(await report(body)).toMatchObject({ status: 400, body: { error: 'ReportInvalid' } });
    expect((await report([], { slug: 'nobody' })).status).toBe(404);
    expect(await report([])).toEqual({ status: 200, body: [] });
    expect((await report([found('x', 'javascript:alert(1)')])).status).toBe(200);
  });
});

describe('a report of the seller', () => {
  test('does what the benefit says, and owners get a mail', async () => {
    const key = await issued('disable');
    const { status, body } = await seller('POST', `/v1/license-keys/${key.id}/report-leak`, { url: 'https://example.com/forum' });
    expect([status, body.status]).toEqual([200, 'disabled']);
    expect(await reportsOf(key)).toMatchObject([{ source: 'seller', url: 'https://example.com/forum', action: 'disable' }]);
    await queue.deliverAll();
    const told = await seller('POST', `/v1/license-keys/${(await issued()).id}/report-leak`);
    expect([told.status, told.body.status]).toEqual([200, 'granted']);
  });

  test('of a revoked license key, or one of another organization, changes nothing', async () => {
    const key = await issued('rotate');
    await seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
    const { status, body } = await seller('POST', `/v1/license-keys/${key.id}/report-leak`, {});
    expect([status, body.status, body.key]).toEqual([200, 'revoked', key.key]);
    const foreign = await issued('disable', { organization: theirs });
    expect((await seller('POST', `/v1/license-keys/${foreign.id}/report-leak`)).status).toBe(404);
  });
});

test('without the setting nothing is accepted', async () => {
  const plain = await startApi();
  const { statusCode } = await plain.app.inject({ method: 'POST', url: '/compat/acme/github/secret-scanning', payload: [] });
  await plain.close();
  expect(statusCode).toBe(404);
});
