import { type StartSpan, useTracer } from '../../libs/engine/src/tracing/spans.ts';
import { MOST_DOWNLOAD_TOKENS } from '../../libs/releases/src/domain/download-token.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { eventQueueOf } from '../support/event-queue.ts';
import { type LicenseFixture, openLicenseFixture, UUID } from '../support/license-fixture.ts';
import { noteSecret, takeLog } from '../support/logged-secrets.ts';
import { seedProduct } from '../support/seed-product.ts';
import { INSTALLER, seedRelease } from '../support/seed-release.ts';

let fixture: LicenseFixture;
let product: string;
let key: Awaited<ReturnType<LicenseFixture['key']>>;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  product = await sold();
  const { release_id } = await seedRelease(fixture.seller, { product_id: product, version: '1.0.0' }, { kind: 'archive' });
  await fixture.seller('POST', `/v1/releases/${release_id}/publish`);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = await fixture.key();
});

const sold = async () => (await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [fixture.benefit.id] })).id;

/** With a license key as the credential. */
const holder = (presented: string): Call => callAs(fixture.api, presented);
const own = (of = product): string => `/releases/${of}/download-tokens`;
const make = (call = holder(key.key), of?: string): Promise<Answer> => call('POST', own(of));
const download = async (token: string, of = product): Promise<string> => {
  const { status, headers } = await fixture.anonymous('GET', `/releases/${of}/token/${token}/files/1.0.0/${INSTALLER.name}`);
  return `${status} ${headers['license-code'] ?? ''}`.trim();
};
const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);

test('the holder of a license key makes tokens for it, sees which there are, and ends them', async () => {
  const made = await make();
  expect(made).toMatchObject({
    status: 201,
    headers: { 'cache-control': 'private, no-store' },
    body: {
      id: expect.stringMatching(UUID),
      product_id: product,
      license_key_id: key.id,
      token: expect.stringMatching(/^latchkey_dt_/),
    },
  });
  const { token, ...shown } = made.body;
  expect(token.endsWith(shown.ending)).toBe(true);
  const other = await make();
  const listed = await holder(key.key)('GET', own());
  expect(listed.body.items).toContainEqual(shown);
  expect(idsOf(listed).toSorted()).toEqual([shown.id, other.body.id].toSorted());
  expect(listed.text).not.toContain(token);
  expect(await download(token)).toBe('200');
  expect((await holder(key.key)('DELETE', `${own()}/${shown.id}`)).status).toBe(204);
  expect(await download(token)).toBe('404 NOT_FOUND');
  expect(await download(other.body.token)).toBe('200');
});

test('the seller makes tokens for a license key of the product, and ends them', async () => {
  const body = { license_key_id: key.id, product_id: product };
  const made = await fixture.seller('POST', '/v1/download-tokens/', body);
  expect([made.status, await download(made.body.token)]).toEqual([201, '200']);
  const list = await fixture.seller('GET', `/v1/download-tokens/?license_key_id=${key.id}`);
  expect(idsOf(list)).toEqual([made.body.id]);
  const other = (await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [] })).id;
  expect(await fixture.seller('POST', '/v1/download-tokens/', { ...body, product_id: other })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'product_id'], msg: 'The license key is not one of the product.' }] },
  });
  const foreign = callAs(fixture.api, fixture.theirs.oat);
  expect((await foreign('DELETE', `/v1/download-tokens/${made.body.id}`)).status).toBe(404);
  expect((await fixture.seller('DELETE', `/v1/download-tokens/${made.body.id}`)).status).toBe(204);
  expect(await download(made.body.token)).toBe('404 NOT_FOUND');
});

test('with another license key, the tokens of this one are neither seen nor ended', async () => {
  const { body } = await make();
  const other = holder((await fixture.key()).key);
  expect((await other('GET', own())).body.items).toEqual([]);
  expect((await other('DELETE', `${own()}/${body.id}`)).status).toBe(404);
  expect(await download(body.token)).toBe('200');
});

test('a token is worth nothing for another product, in a header, for packages, and for making tokens', async () => {
  const { token } = (await make()).body;
  expect(await download(token, await sold())).toBe('404 NOT_FOUND');
  const asKey = holder(token);
  expect((await make(asKey)).status).toBe(404);
  expect((await asKey('GET', `/v1/releases/latest?product=${product}`)).status).toBe(404);
  expect((await asKey('GET', `/releases/${product}/files/1.0.0/${INSTALLER.name}`)).status).toBe(404);
  expect((await asKey('GET', '/v1/license-keys/')).status).toBe(401);
  const inAddress = (path: string) => fixture.anonymous('GET', `/releases/${product}/token/${token}/${path}`);
  for (const path of ['npm/widget', 'pypi/simple', 'download-tokens'])
    expect([path, (await inAddress(path)).status]).toEqual([path, 404]);
});

test.each(['unknown', 'latchkey_dt_', `latchkey_dt_${'0'.repeat(49)}`, 'x'.repeat(101), '%00'])(
  'a token that nobody has is refused (%s)',
  async (token) => {
    expect(await download(token)).toMatch(/^(404 NOT_FOUND|422)$/);
  },
);

test('a license key has a limited number of tokens', async () => {
  const statuses: number[] = [];
  for (let count = 0; count <= MOST_DOWNLOAD_TOKENS; count++) statuses.push((await make()).status);
  expect(statuses).toEqual([...Array.from({ length: MOST_DOWNLOAD_TOKENS }, () => 201), 409]);
  const refused = await fixture.seller('POST', '/v1/download-tokens/', { license_key_id: key.id, product_id: product });
  expect(refused).toMatchObject({ status: 409, body: { error: 'TooManyDownloadTokens' } });
});

test('a token gets what its license key gets at that moment', async () => {
  const { token } = (await make()).body;
  const change = (fields: object) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, fields);
  await change({ expires_at: '2026-01-01T00:00:00Z' });
  expect(await download(token)).toBe('404 EXPIRED');
  await change({ expires_at: null, status: 'revoked' });
  expect([await download(token), (await make()).status]).toEqual(['404 REVOKED', 404]);
  await change({ status: 'granted' });
  expect(await download(token)).toBe('200');
});

test('rotating a license key ends its tokens, and its earlier string makes none', async () => {
  const { token } = (await make()).body;
  const other = (await make(holder((await fixture.key()).key))).body.token;
  const rotated = await fixture.seller('POST', `/v1/license-keys/${key.id}/rotate`, { overlap_seconds: 3600 });
  await eventQueueOf(fixture.api).deliverOnly('license_key.rotated');
  expect([await download(token), await download(other)]).toEqual(['404 NOT_FOUND', '200']);
  expect((await holder(key.key)('GET', own())).status).toBe(200);
  expect(await make()).toMatchObject({ status: 403, body: { error: 'NotPermitted' } });
  expect((await make(holder(rotated.body.key))).status).toBe(201);
});

test('neither the log nor a trace has the token of an address, whatever comes of it', async () => {
  const { token } = (await make()).body;
  const traced: unknown[] = [];
  const record: StartSpan = (name, options) => {
    traced.push([typeof name === 'string' ? name : name(), options]);
    return {
      traceparent: options.parent ?? '',
      set: (attributes) => void traced.push(attributes),
      end: (error) => void traced.push(String(error)),
    };
  };
  useTracer(record);
  noteSecret(token);
  takeLog();
  try {
    const at = `/releases/${product}/token/${token}`;
    for (const path of [
      'files/1.0.0/app.zip',
      'files/9.0.0/app.zip',
      'tauri/linux/x86_64/nonsense',
      'nothing/of/it',
      'electron/latest.yml?x=1',
    ])
      await fixture.anonymous('GET', `${at}/${path}`);
    await fixture.anonymous('POST', `${at}/files/1.0.0/app.zip`);
  } finally {
    useTracer(undefined);
  }
  const log = takeLog();
  expect(log.filter(({ msg }) => msg === 'request').map(({ operation }) => operation)).toContain(
    'GET /releases/:product/token/:token/files/:version/:name',
  );
  expect(traced.length).toBeGreaterThan(0);
  expect(JSON.stringify([log, traced])).not.toContain(token);
});
