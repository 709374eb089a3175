import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { sha256 } from '../support/seed-file.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedRelease } from '../support/seed-release.ts';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = await Contract.of(fixture.api);
});
afterAll(() => fixture.close());

interface Sold {
  readonly product: string;
  readonly key: SeededLicenseKey;
}

/** A product of its own with a benefit, and a key of that. */
async function sell(properties: object = {}): Promise<Sold> {
  const benefit = { type: 'license_keys', description: 'A license key', properties };
  const { status, body, text } = await fixture.seller('POST', '/v1/benefits/', benefit);
  if (status !== 201) throw new Error(text);
  const { id: product } = await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [body.id] });
  return { product, key: await fixture.key({ benefit_id: body.id }) };
}

/** A published release with one file. Returns its ID, and the digest of the file. */
async function publish(
  product: string,
  version: string,
  release: object = {},
  body?: object,
): Promise<{ id: string; digest: string }> {
  const bytes = randomBytes(64);
  const { release_id: id } = await seedRelease(fixture.seller, { product_id: product, version, ...release }, {}, bytes);
  const { status, text } = await fixture.seller('POST', `/v1/releases/${id}/publish`, body);
  if (status !== 200) throw new Error(text);
  return { id, digest: sha256(bytes, 'hex') };
}

async function validate(key: SeededLicenseKey, release: unknown, body: object = {}, by = fixture.anonymous): Promise<Answer> {
  const path = by === fixture.anonymous ? '/v1/customer-portal/license-keys/validate' : '/v1/license-keys/validate';
  const answer = await by('POST', path, { ...keyParams(key), release, ...body });
  expect(contract.violations(`POST ${path}`, answer)).toEqual([]);
  return answer;
}

const NOT_INCLUDED = '404 RELEASE_NOT_INCLUDED';
/** The status, with the code and the version that is included. */
const outcome = ({ status, headers }: Answer): string =>
  [status, headers['license-code'], headers['license-included-version']].filter(Boolean).join(' ');

test('200: a release of the product is included, by its version as it is written, and by its file', async () => {
  const { product, key } = await sell();
  const { digest } = await publish(product, '3.2.0');
  const releases = [{ version: '3.2.0' }, { version: '3.2' }, { sha256: digest }, { sha256: digest.toUpperCase() }];
  for (const release of releases) expect(outcome(await validate(key, release))).toBe('200');
  expect(outcome(await validate(key, { version: '3.2.0' }, { product_id: product }))).toBe('200');
  expect(outcome(await validate(key, null))).toBe('200');
  expect((await fixture.read(key)).validations).toBe(6);
});

test('404: a release that is unknown, a draft, or of another product is not included, and nothing is counted', async () => {
  const { product, key } = await sell();
  const other = await sell();
  const [ours, theirs] = [await publish(product, '1.0.0'), await publish(other.product, '2.0.0')];
  await seedRelease(fixture.seller, { product_id: product, version: '1.5.0' }, {}, randomBytes(8));
  const unknown = { sha256: sha256(randomBytes(8), 'hex') };
  for (const release of [{ version: '9.0.0' }, { version: '2.0.0' }, { version: '1.5.0' }, { sha256: theirs.digest }, unknown])
    expect(outcome(await validate(key, release, { increment_usage: 1 }))).toBe(NOT_INCLUDED);
  const named = await validate(key, unknown, { product_id: product });
  expect([outcome(named), named.body.detail]).toEqual([
    `${NOT_INCLUDED} 1.0.0`,
    'License key does not include a release with this file. The newest one that it includes is 1.0.0.',
  ]);
  expect(outcome(await validate(key, { sha256: ours.digest }, { product_id: other.product }))).toBe('404 PRODUCT_MISMATCH');
  expect(await fixture.read(key)).toMatchObject({ validations: 0, usage: 0 });
});

test('404: after the end of the update period, with the newest version that is included; a yanked release still is', async () => {
  const { product, key } = await sell({ policy: { updates: { period: { ttl: 1, timeframe: 'year' } } } });
  const old = await publish(product, '1.0.0', {}, { published_at: '2026-01-01T00:00:00Z' });
  const yanked = await publish(product, '1.1.0', {}, { published_at: '2026-02-01T00:00:00Z' });
  await publish(product, '2.0.0');
  expect(outcome(await validate(key, { version: '2.0.0' }))).toBe('200');
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { updates_until: '2026-03-01T00:00:00Z' });
  await fixture.seller('POST', `/v1/releases/${yanked.id}/yank`, { reason: 'Loses settings.' });
  for (const by of [fixture.anonymous, fixture.seller]) {
    const refused = await validate(key, { version: '2.0.0' }, {}, by);
    expect([outcome(refused), refused.body]).toEqual([
      `${NOT_INCLUDED} 1.0.0`,
      {
        error: 'ResourceNotFound',
        code: 'RELEASE_NOT_INCLUDED',
        detail: 'License key does not include release 2.0.0. The newest one that it includes is 1.0.0.',
      },
    ]);
  }
  for (const release of [{ sha256: old.digest }, { version: '1.1.0' }]) expect(outcome(await validate(key, release))).toBe('200');
});

test('404: without the flags that the release or its channel requires', async () => {
  const { product, key } = await sell();
  const { body: flag } = await fixture.seller('POST', '/v1/benefits/', {
    type: 'feature_flag',
    description: 'Early releases',
    properties: {},
    values: { release_channel: 'alpha' },
  });
  await publish(product, '1.0.0');
  await publish(product, '2.0.0-beta.1', { channel: 'beta' });
  await publish(product, '1.5.0', { required_benefit_ids: [flag.id] });
  const asked = async () => [
    outcome(await validate(key, { version: '2.0.0-beta.1' })),
    outcome(await validate(key, { version: '1.5.0' })),
  ];
  expect(await asked()).toEqual(Array(2).fill(`${NOT_INCLUDED} 1.0.0`));
  const given = { benefit_id: flag.id, values: { release_channel: 'alpha' }, reason: 'Promised' };
  expect((await fixture.seller('POST', `/v1/license-keys/${key.id}/entitlements`, given)).status).toBe(201);
  expect(await asked()).toEqual(['200', '200']);
});

test.each([
  [{}, 'body.release'],
  [{ version: '1.0.0', sha256: 'a'.repeat(64) }, 'body.release'],
  [{ version: 'latest' }, 'body.release.version'],
  [{ sha256: 'a'.repeat(63) }, 'body.release.sha256'],
  [{ version: '1.0.0', channel: 'beta' }, 'body.release.channel'],
  ['1.0.0', 'body.release'],
])('422: %j', async (release, place) => {
  const key = await fixture.key();
  const { status, body } = await validate(key, release);
  expect([status, body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))]).toEqual([422, [place]]);
  expect((await fixture.read(key)).validations).toBe(0);
});

test('a key that does not work is refused as such, whatever its release', async () => {
  const key = await fixture.key();
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
  expect(outcome(await validate(key, { version: '1.0.0' }))).toBe('404 REVOKED');
  expect(outcome(await validate({ ...key, key: randomUUID() }, { version: '1.0.0' }))).toBe('404 NOT_FOUND');
});
