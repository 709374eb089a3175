import { EntityManager } from '@mikro-orm/postgresql';
import { isRolledOutTo } from '../../libs/releases/src/domain/offers.ts';
import type { Answer } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { type Asked, ENGINES } from '../support/release-engines.ts';
import { seedArtifact } from '../support/seed-release.ts';
import { seedProduct } from '../support/seed-product.ts';

const FIRST = { version: '1.0.0', published_at: '2026-02-01T00:00:00Z' };
const SECOND = { version: '2.0.0', published_at: '2026-06-01T00:00:00Z' };

let fixture: LicenseFixture;
let benefit: string;

/** A product with published releases, each with the files of all engines; the IDs of the releases by version. */
async function sold(
  ...releases: readonly { readonly version: string; readonly published_at: string; readonly channel?: string }[]
) {
  const product = (await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [benefit] })).id;
  const ids: Record<string, string> = {};
  for (const { published_at, ...release } of releases) {
    const { id } = (await fixture.seller('POST', '/v1/releases/', { product_id: product, ...release })).body;
    for (const { files } of Object.values(ENGINES))
      for (const { name, artifact } of files(release.version)) await seedArtifact(fixture.seller, id, artifact, undefined, name);
    const { status, text } = await fixture.seller('POST', `/v1/releases/${id}/publish`);
    if (status !== 200) throw new Error(text);
    const sql = 'update releases.releases set published_at = ? where id = ?';
    await fixture.api.app.get(EntityManager).fork().execute(sql, [published_at, id]);
    ids[release.version] = id;
  }
  return { product, ids };
}

type Sold = Awaited<ReturnType<typeof sold>>;
let current: Sold;
let yanked: Sold;
let rolledOut: Sold;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  const policy = { updates: { period: { ttl: 1, timeframe: 'year' } } };
  const sale = { type: 'license_keys', description: 'A license key with updates for a year', properties: { policy } };
  benefit = (await fixture.seller('POST', '/v1/benefits/', sale)).body.id;
  current = await sold(FIRST, SECOND, { version: '3.0.0-beta.1', published_at: SECOND.published_at, channel: 'beta' });
  yanked = await sold(FIRST, SECOND);
  await fixture.seller('POST', `/v1/releases/${yanked.ids[SECOND.version]}/yank`, { reason: 'Loses settings.' });
  rolledOut = await sold(FIRST, SECOND);
  await fixture.seller('PATCH', `/v1/releases/${rolledOut.ids[SECOND.version]}`, { rollout_percentage: 10 });
});
afterAll(() => fixture.close());

/** A device that is among the ten of a hundred, or one that is not. */
function deviceThat(isAmong: boolean): string {
  const release = { id: rolledOut.ids[SECOND.version]!, rolloutPercentage: 10 };
  for (let device = 0; ; device++) if (isRolledOutTo(release, `device-${device}`) === isAmong) return `device-${device}`;
}

interface License {
  readonly of?: () => Sold;
  /** Fields of the license key. */
  readonly fields?: object;
  readonly channel?: 'beta';
  readonly device?: () => string;
  /** The version that its clients get, or how they are refused. */
  readonly gets: string;
  /** What package managers get, where they are told of all. */
  readonly ofAll?: string;
}

const LICENSES: { readonly [name: string]: License } = {
  'a license key of the product': { gets: SECOND.version },
  'a license key whose update period is over': { fields: { updates_until: '2026-03-01T00:00:00Z' }, gets: FIRST.version },
  'a revoked license key': { fields: { status: 'revoked' }, gets: 'refused: 404 REVOKED' },
  'a license key that asks for betas without an entitlement': { channel: 'beta', gets: SECOND.version },
  'a license key whose newest release was yanked': { of: () => yanked, gets: FIRST.version },
  'a device that is not in a rollout of 10 %': {
    of: () => rolledOut,
    device: () => deviceThat(false),
    gets: FIRST.version,
    ofAll: SECOND.version,
  },
  'a device that is in a rollout of 10 %': { of: () => rolledOut, device: () => deviceThat(true), gets: SECOND.version },
};

/** As the holder of a license key makes one. */
async function tokenOf(key: string, product: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fixture.api.app.inject({ method: 'POST', url: `/releases/${product}/download-tokens`, headers });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ token: string }>().token;
}

const ROWS = Object.entries(ENGINES).flatMap(([name, engine]) =>
  engine.credentials.flatMap((credential) =>
    Object.entries(LICENSES).map(([license, wanted]) => ({ name, credential, license, engine, wanted })),
  ),
);

test.each(ROWS)('$name with a $credential: $license gets $wanted.gets', async ({ engine, credential, wanted }) => {
  const { of = () => current, fields, channel = 'stable', device = () => 'laptop', gets, ofAll = gets } = wanted;
  const { product } = of();
  const { id, key } = await fixture.key({ benefit_id: benefit });
  const isToken = credential === 'download token';
  const base = `/releases/${product}${isToken ? `/token/${await tokenOf(key, product)}` : ''}`;
  const presented = isToken ? {} : { authorization: `Bearer ${key}` };
  if (fields) await fixture.seller('PATCH', `/v1/license-keys/${id}`, fields);
  const get: Asked['get'] = async (url, headers = {}): Promise<Answer> => {
    const answer = await fixture.api.app.inject({ method: 'GET', url, headers: { ...presented, ...headers } });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const body = isJson ? answer.json() : undefined;
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body };
  };
  const asked: Asked = { product, base, channel, device: device(), get };
  const outcome = await engine.newest(asked).catch(({ message }: Error) => message);
  expect(outcome).toBe(engine.isToldOfAll ? ofAll : gets);
});
