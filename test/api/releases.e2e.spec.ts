import { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes, randomUUID } from 'node:crypto';
import { ReleaseDownloads } from '#releases';
import { type Answer, callAs } from '../support/call.ts';
import { announceFile, PIXEL, seedFile, sha256 } from '../support/seed-file.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { INSTALLER, seedArtifact, seedRelease } from '../support/seed-release.ts';
import { openSession } from '../support/portal.ts';
import { seedProduct } from '../support/seed-product.ts';

/** Text, so that responses can be compared as such. */
const BYTES = Buffer.from(randomBytes(1_500).toString('hex'));

let fixture: LicenseFixture;
let product: string;
let key: string;
let keyId: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const sell = async (benefits: readonly string[]): Promise<string> =>
  (await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [...benefits] })).id;

beforeEach(async () => {
  product = await sell([fixture.benefit.id]);
  ({ key, id: keyId } = await fixture.key());
});

const publish = (id: string): Promise<Answer> => fixture.seller('POST', `/v1/releases/${id}/publish`);

/** A published release of the product with one file. */
async function released(version: string, release: object = {}, artifact: object = {}): Promise<string> {
  const draft = await seedRelease(fixture.seller, { product_id: product, version, ...release }, artifact, BYTES);
  const { status, text } = await publish(draft.release_id);
  if (status !== 200) throw new Error(text);
  return draft.release_id;
}

/** As applications ask: the OpenAPI document has no operations whose credential is a license key in a header. */
async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const { statusCode: status, headers: sent, body: text } = await fixture.api.app.inject({ method: 'GET', url, headers });
  const isJson = String(sent['content-type']).startsWith('application/json');
  return { status, headers: sent, text, body: isJson ? JSON.parse(text) : undefined };
}

const bearer = (presented: string) => ({ authorization: `Bearer ${presented}` });
const latest = (query: object = {}, { presented = key, device }: { presented?: string; device?: string } = {}): Promise<Answer> =>
  ask(`/v1/releases/latest?${new URLSearchParams({ product, ...query })}`, {
    ...bearer(presented),
    ...(device ? { 'license-device': device } : {}),
  });
const offered = async (...asked: Parameters<typeof latest>): Promise<unknown> => {
  const { body } = await latest(...asked);
  return [body.release?.version ?? null, body.withheld?.reason ?? null];
};
const pathOf = (url: string): string => new URL(url).pathname;
const download = async (version: string, headers: object = {}, presented = key, name = INSTALLER.name): Promise<Answer> =>
  ask(`/releases/${product}/files/${version}/${name}`, { ...bearer(presented), ...headers });
const change = (sql: string, ...values: unknown[]) => fixture.api.app.get(EntityManager).fork().execute(sql, values);

test('a key is offered the newest version, with what an updater needs to get and check it', async () => {
  await released('1.9.0');
  const id = await released(
    '1.10.0',
    { notes: { en: 'Faster.', de: 'Schneller.' } },
    { platform: 'linux', signature: 'minisign' },
  );
  const { status, body, headers } = await latest({ platform: 'linux' });
  expect([status, headers['cache-control'], headers['vary']]).toEqual([
    200,
    'private, no-cache',
    expect.stringMatching(/authorization/i),
  ]);
  expect(body).toMatchObject({
    release: { id, version: '1.10.0', channel: 'stable', notes: { en: 'Faster.', de: 'Schneller.' } },
    withheld: null,
  });
  expect(body.release.artifacts).toEqual([
    expect.objectContaining({ name: 'app.zip', size: BYTES.length, sha256: sha256(BYTES, 'hex'), signature: 'minisign' }),
  ]);
  const file = await ask(pathOf(body.release.artifacts[0].url), bearer(key));
  expect([file.status, file.text]).toEqual([200, BYTES.toString()]);
  expect(await offered({ platform: 'windows' })).toEqual(['1.9.0', null]);
});

test('who has it: update period, version, channel, entitlement, yank and rollout', async () => {
  const flag = (values: object) =>
    fixture.seller('POST', '/v1/benefits/', { type: 'feature_flag', description: 'A flag', properties: {}, values });
  const [beta, needed] = [(await flag({ release_channel: 'beta' })).body.id, (await flag({ pages: 5 })).body.id];
  const licensed = await fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'A license key',
    properties: { policy: { updates: { period: { ttl: 1, timeframe: 'year' } }, versions: { maximum: '5' } } },
  });
  if (licensed.status !== 201) throw new Error(licensed.text);
  product = await sell([licensed.body.id]);
  const issued = await fixture.key({ benefit_id: licensed.body.id });
  const presented = issued.key;
  const setFlags = (...ids: readonly [string, object][]) =>
    change(
      'update licensing.license_keys set entitlements = ? where id = ?',
      JSON.stringify(ids.map(([benefit_id, values]) => ({ benefit_id, values }))),
      issued.id,
    );

  await released('1.0.0');
  const second = await released('2.0.0', { required_benefit_ids: [needed] });
  await released('3.0.0-beta.1', { channel: 'beta' });
  expect(await offered({}, { presented })).toEqual(['1.0.0', 'entitlement_missing']);
  expect(await offered({ channel: 'beta' }, { presented })).toEqual(['1.0.0', 'channel_not_included']);
  await setFlags([needed, {}]);
  expect(await offered({ channel: 'beta' }, { presented })).toEqual(['2.0.0', 'channel_not_included']);
  await setFlags([needed, {}], [beta, { release_channel: 'beta' }]);
  expect(await offered({ channel: 'beta' }, { presented })).toEqual(['3.0.0-beta.1', null]);
  expect(await offered({}, { presented })).toEqual(['2.0.0', null]);

  await fixture.seller('POST', `/v1/releases/${second}/yank`, { reason: 'Loses settings.' });
  expect(await offered({}, { presented })).toEqual(['1.0.0', null]);
  expect((await download('2.0.0', {}, presented)).status).toBe(200);

  const rolledOut = await released('4.0.0', { rollout_percentage: 0 });
  expect(await offered({}, { presented, device: 'laptop' })).toEqual(['1.0.0', null]);
  await fixture.seller('PATCH', `/v1/releases/${rolledOut}`, { rollout_percentage: 100 });
  expect(await offered({}, { presented, device: 'laptop' })).toEqual(['4.0.0', null]);

  await released('6.0.0');
  expect(await offered({}, { presented })).toEqual(['4.0.0', 'version_too_new']);
  await fixture.seller('PATCH', `/v1/license-keys/${issued.id}`, { updates_until: '2026-01-01T00:00:00Z' });
  expect(await offered({}, { presented })).toEqual([null, 'updates_ended']);
  const refused = await download('4.0.0', {}, presented);
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ error: 'NotPermitted', detail: expect.stringContaining('update period') }),
  ]);
});

test('a key that is revoked, expired, unknown or of another product gets neither an offer nor a file', async () => {
  await released('1.0.0');
  const other = await sell([]);
  const outcomes = async (presented: string) => {
    const answers = [await latest({}, { presented }), await download('1.0.0', {}, presented)];
    return answers.map(({ status, headers }) => `${status} ${headers['license-code'] ?? ''}`.trim());
  };
  expect(await outcomes(key)).toEqual(['200', '200']);
  expect(await outcomes('nobody')).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
  expect((await latest({ product: other })).status).toBe(404);
  expect((await latest({ product: randomUUID() })).status).toBe(404);
  await fixture.seller('PATCH', `/v1/license-keys/${keyId}`, { expires_at: '2026-01-01T00:00:00Z' });
  expect(await outcomes(key)).toEqual(['404 EXPIRED', '404 EXPIRED']);
  await fixture.seller('PATCH', `/v1/license-keys/${keyId}`, { expires_at: null, status: 'revoked' });
  expect(await outcomes(key)).toEqual(['404 REVOKED', '404 REVOKED']);
});

test('a release that a key includes is found behind many that it does not', async () => {
  const old = await released('1.0.0');
  for (const minor of [1, 2, 3, 4, 5]) await released(`1.${minor}.0`);
  await change('update releases.releases set required_benefit_ids = array[id] where product_id = ? and id <> ?', product, old);
  expect(await offered()).toEqual(['1.0.0', 'entitlement_missing']);
});

test('what a client has is not sent again, until something is published or yanked', async () => {
  await released('1.0.0', {}, { platform: 'linux' });
  const url = `/v1/releases/latest?product=${product}`;
  const first = await ask(url, bearer(key));
  const known = { ...bearer(key), 'if-none-match': String(first.headers['etag']) };
  expect((await ask(url, known)).status).toBe(304);
  const newer = await released('1.1.0', {}, { platform: 'linux' });
  const second = await ask(url, known);
  expect([second.status, second.body.release.version]).toEqual([200, '1.1.0']);
  await fixture.seller('POST', `/v1/releases/${newer}/yank`);
  expect(await ask(url, known)).toMatchObject({ status: 304, text: '' });
});

test.each(['', 'Bearer', 'Bearer a b', 'Basic !', 'Basic eA=='])(
  'without a readable key (%j): 401 with a challenge',
  async (authorization) => {
    const answer = await ask(`/v1/releases/latest?product=${product}`, { authorization });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')]);
  },
);

test('a download has ranges and conditions, and is counted once for each key and version', async () => {
  const id = await released('1.0.0');
  const whole = await download('1.0.0');
  const { etag } = whole.headers;
  expect((await download('1.0.0', { range: 'bytes=1000-' })).text).toBe(BYTES.subarray(1000).toString());
  const resumed = await download('1.0.0', { range: 'bytes=1000-1999', 'if-range': String(etag) });
  expect([resumed.status, resumed.headers['content-range']]).toEqual([206, `bytes 1000-1999/${BYTES.length}`]);
  expect((await download('1.0.0', { range: 'bytes=9000-' })).status).toBe(416);
  expect((await download('1.0.0', { 'if-none-match': String(etag) })).status).toBe(304);
  expect((await download('1.0.0', { 'if-match': '"other"' })).status).toBe(412);
  await download('1.0.0', {}, (await fixture.key()).key);
  await fixture.api.app.get(ReleaseDownloads).flush();
  expect((await fixture.seller('GET', `/v1/releases/${id}`)).body).toMatchObject({ downloads: 2, license_keys: 2, artifacts: 1 });
});

test.each([
  ['a file that the release does not have', '1.0.0', 'other.zip'],
  ['a version that does not exist', '9.0.0', 'app.zip'],
  ['a path that leads elsewhere', '1.0.0', '..%2F..%2Fapp.zip'],
  ['a version that leads elsewhere', '..%2F1.0.0', 'app.zip'],
  ['a name with a NUL character', '1.0.0', 'app.zip%00'],
])('%s is refused with a 4xx', async (_what, version, name) => {
  await released('1.0.0');
  const { status } = await download(version, {}, key, name);
  expect([404, 422]).toContain(status);
});

describe('a release in the making', () => {
  const draft = (version = '1.0.0') => seedRelease(fixture.seller, { product_id: product, version });
  const add = (body: object) => fixture.seller('POST', '/v1/artifacts/', body);

  test('is offered to nobody before it is published, and published with all of its artifacts at once', async () => {
    const { release_id } = await draft();
    await seedArtifact(fixture.seller, release_id, { platform: 'linux' }, BYTES, 'linux.zip');
    expect(await offered()).toEqual([null, null]);
    expect((await download('1.0.0')).status).toBe(404);
    expect((await publish(release_id)).body).toMatchObject({ status: 'published', artifacts: 2 });
    expect((await latest()).body.release.artifacts).toHaveLength(2);
    expect((await publish(release_id)).status).toBe(409);
  });

  test('a version that exists is refused, also one that is equal; a version of another scheme is invalid', async () => {
    await draft('1.0.0');
    const create = (body: object) => fixture.seller('POST', '/v1/releases/', { product_id: product, ...body });
    expect(await create({ version: '1.0.0' })).toMatchObject({ status: 409, body: { error: 'VersionExists' } });
    expect(await create({ version: '1.0', version_scheme: 'numbers' })).toMatchObject({ status: 409 });
    expect(await create({ version: '1.0' })).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'version'] }] } });
    const required_benefit_ids = [fixture.benefit.id];
    expect(await create({ version: '2.0.0', required_benefit_ids })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'required_benefit_ids', 0] }] },
    });
  });

  test('a file with another digest, one whose upload has not ended, a picture and a foreign one become no artifact', async () => {
    const { release_id } = await draft();
    const file = await seedFile(fixture.seller, { ...INSTALLER, name: 'b.zip' }, BYTES);
    const killed = await announceFile(fixture.seller, { ...INSTALLER, name: 'c.zip' }, BYTES);
    const picture = await seedFile(fixture.seller);
    const foreign = await seedFile(callAs(fixture.api, fixture.theirs.oat), { ...INSTALLER }, PIXEL);
    const invalid = async (body: object) => {
      const answer = await add({ release_id, ...body });
      return [answer.status, answer.body.detail[0].loc.join('.')];
    };
    expect(await invalid({ file_id: file.id, sha256: sha256(PIXEL, 'hex') })).toEqual([422, 'body.sha256']);
    expect(await invalid({ file_id: file.id, sha512: 'a'.repeat(128) })).toEqual([422, 'body.sha512']);
    for (const { id: file_id } of [killed, picture, foreign]) expect(await invalid({ file_id })).toEqual([422, 'body.file_id']);
    expect(await invalid({ file_id: file.id, kind: 'sbom' })).toEqual([422, 'body.describes']);
    expect(await invalid({ file_id: file.id, kind: 'sbom', describes: randomUUID() })).toEqual([422, 'body.describes']);
    expect(await invalid({ file_id: file.id, manifest: '[]' })).toEqual([422, 'body.manifest']);
    expect((await fixture.seller('GET', `/v1/releases/${release_id}`)).body.artifacts).toBe(1);
    expect((await add({ release_id, file_id: file.id, sha256: sha256(BYTES, 'hex') })).status).toBe(201);
  });

  test('of two uploads of one artifact at once, one is refused; a published release takes and loses none', async () => {
    const { release_id, artifact_id } = await draft();
    const files = await Promise.all([1, 2].map(() => seedFile(fixture.seller, { ...INSTALLER, name: 'b.zip' }, BYTES)));
    const answers = await Promise.all(files.map(({ id: file_id }) => add({ release_id, file_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await publish(release_id);
    const [{ id: file_id } = { id: '' }] = files;
    expect(await add({ release_id, file_id })).toMatchObject({ status: 409, body: { error: 'ReleaseConflict' } });
    expect((await fixture.seller('DELETE', `/v1/artifacts/${artifact_id}`)).status).toBe(409);
    expect((await fixture.seller('DELETE', `/v1/releases/${release_id}`)).status).toBe(409);
    expect((await fixture.seller('PATCH', `/v1/releases/${release_id}`, { channel: 'beta' })).status).toBe(409);
    const { body } = await fixture.seller('GET', `/v1/artifacts/${artifact_id}`);
    const deleteFile = () => fixture.seller('DELETE', `/v1/files/${body.file_id}`);
    expect(await deleteFile()).toMatchObject({ status: 422, body: { detail: [{ loc: ['path', 'id'] }] } });
    expect((await fixture.seller('POST', `/v1/releases/${release_id}/yank`)).status).toBe(200);
    expect((await deleteFile()).status).toBe(204);
  });

  test('a draft without artifacts is not published, a draft is not yanked, and a draft can be deleted', async () => {
    const { release_id, artifact_id } = await draft();
    expect((await fixture.seller('POST', `/v1/releases/${release_id}/yank`)).status).toBe(409);
    expect((await fixture.seller('DELETE', `/v1/artifacts/${artifact_id}`)).status).toBe(204);
    expect(await publish(release_id)).toMatchObject({ status: 409, body: { error: 'ReleaseConflict' } });
    expect((await fixture.seller('DELETE', `/v1/releases/${release_id}`)).status).toBe(204);
    expect((await fixture.seller('GET', `/v1/releases/${release_id}`)).status).toBe(404);
  });

  test('releases and artifacts are listed and read', async () => {
    const { release_id, artifact_id } = await draft();
    await draft('2.0.0');
    const list = async (query: object) => {
      const { body } = await fixture.seller('GET', `/v1/releases?${new URLSearchParams({ product_id: product, ...query })}`);
      return body.items.map(({ version }: { version: string }) => version);
    };
    expect(await list({})).toEqual(['2.0.0', '1.0.0']);
    expect(await list({ version: '1.0' })).toEqual(['1.0.0']);
    expect(await list({ status: 'published' })).toEqual([]);
    expect(await list({ channel: 'beta' })).toEqual([]);
    const { body } = await fixture.seller('GET', `/v1/artifacts?release_id=${release_id}`);
    expect(body.items).toEqual([(await fixture.seller('GET', `/v1/artifacts/${artifact_id}`)).body]);
    const notes = { en: 'a\u202eb' };
    const changed = await fixture.seller('PATCH', `/v1/releases/${release_id}`, { notes, channel: null });
    expect(changed.body).toMatchObject({ notes: { en: 'ab' }, channel: 'stable' });
  });

  test('a release that was published elsewhere before keeps its time, which is not in the future', async () => {
    const { release_id } = await draft();
    const at = (published_at: string) => fixture.seller('POST', `/v1/releases/${release_id}/publish`, { published_at });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect(await at(later)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'published_at'] }] } });
    expect((await at('2025-01-02T03:04:05Z')).body).toMatchObject({
      status: 'published',
      published_at: '2025-01-02T03:04:05.000Z',
    });
  });

  test('a request that is repeated with its key publishes once', async () => {
    const { release_id } = await draft();
    const again = { 'idempotency-key': randomUUID() };
    const send = () => fixture.seller('POST', `/v1/releases/${release_id}/publish`, undefined, again);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect((await fixture.eventsOf(release_id)).map(({ name }) => name)).toEqual(['release.published']);
  });
});

describe('in the customer portal', () => {
  /** A key of a benefit of its own, whose updates end after a year, and what its owner sees of the releases. */
  async function owned() {
    const { body: benefit } = await fixture.seller('POST', '/v1/benefits/', {
      type: 'license_keys',
      description: 'A license key',
      properties: { policy: { updates: { period: { ttl: 1, timeframe: 'year' } } } },
    });
    product = await sell([benefit.id]);
    const issued = await fixture.key({ benefit_id: benefit.id });
    const { call } = await openSession(fixture.api, fixture.ours, fixture.customer.id);
    const list = (query = ''): Promise<Answer> => call('GET', `/v1/customer-portal/license-keys/${issued.id}/releases${query}`);
    const outcomes = async () =>
      (await list()).body.items.map(({ version, withheld }: { version: string; withheld: string }) => [version, withheld]);
    return { ...issued, list, outcomes };
  }
  const open = (url: string): Promise<Answer> => ask(url.slice(new URL(url).origin.length), {});

  test('the owner of a key sees what it includes, and why it does not include the rest', async () => {
    const { id, list, outcomes } = await owned();
    await released('1.0.0', { notes: { en: 'First.', de: 'Erste.' } }, { platform: 'linux', signature: 'minisign' });
    await released('2.0.0-beta.1', { channel: 'beta' });
    await released('3.0.0', { rollout_percentage: 0 });
    await seedRelease(fixture.seller, { product_id: product, version: '4.0.0' });
    const bad = await released('5.0.0');
    await fixture.seller('POST', `/v1/releases/${bad}/yank`);
    expect(await outcomes()).toEqual([
      ['2.0.0-beta.1', 'channel_not_included'],
      ['1.0.0', null],
    ]);
    const { body } = await list('?limit=1&page=2');
    expect(body).toMatchObject({
      pagination: { total_count: 2, max_page: 2 },
      items: [{ product_id: product, channel: 'stable', notes: { en: 'First.', de: 'Erste.' } }],
    });
    expect(body.items[0].artifacts).toEqual([
      expect.objectContaining({ name: 'app.zip', platform: 'linux', size: BYTES.length, sha256: sha256(BYTES, 'hex') }),
    ]);
    const [{ artifacts }] = (await list()).body.items;
    expect(artifacts).toEqual([expect.objectContaining({ name: 'app.zip', download: null })]);
    await fixture.seller('PATCH', `/v1/license-keys/${id}`, { updates_until: '2026-01-01T00:00:00Z' });
    expect(await outcomes()).toEqual([
      ['2.0.0-beta.1', 'updates_ended'],
      ['1.0.0', 'updates_ended'],
    ]);
    await fixture.seller('PATCH', `/v1/license-keys/${id}`, { status: 'revoked' });
    expect(await outcomes()).toEqual([
      ['2.0.0-beta.1', 'license_not_valid'],
      ['1.0.0', 'license_not_valid'],
    ]);
  });

  test('a signed URL downloads one file as long as the key includes it, and is counted for the key', async () => {
    const { id, list } = await owned();
    const release = await released('1.0.0');
    const other = await released('1.1.0');
    const [second, first] = (await list()).body.items;
    const { url } = first.artifacts[0].download;
    const whole = await open(url);
    expect([whole.status, whole.text, whole.headers['cache-control']]).toEqual([200, BYTES.toString(), 'private, no-cache']);
    expect((await open(url.replace(first.artifacts[0].id, second.artifacts[0].id))).status).toBe(403);
    expect((await open(url.replace(id, keyId))).status).toBe(403);
    expect((await open(`${url}x`)).status).toBe(403);
    await fixture.api.app.get(ReleaseDownloads).flush();
    const downloads = async (query: string) =>
      (await fixture.seller('GET', `/v1/releases/downloads?${query}`)).body.items.map(
        ({ version, license_key_id, display_key, downloads: count }: Record<string, unknown>) => [
          version,
          license_key_id,
          String(display_key).slice(0, 5),
          count,
        ],
      );
    expect(await downloads(`release_id=${release}`)).toEqual([['1.0.0', id, '****-', 1]]);
    expect(await downloads(`license_key_id=${id}`)).toEqual([['1.0.0', id, '****-', 1]]);
    expect(await downloads(`release_id=${other}`)).toEqual([]);
    await fixture.seller('PATCH', `/v1/license-keys/${id}`, { status: 'revoked' });
    const refused = await open(url);
    expect([refused.status, refused.body.detail]).toEqual([403, 'The license key is not valid.']);
  });
});
