import { EntityManager } from '@mikro-orm/postgresql';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { apiOn, SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let seller: SeededOrganization;
let key: SeededLicenseKey;
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  const benefit = await seedBenefit(api, seller.organization.id, {
    offline: { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 },
  });
  key = await seedLicenseKey(api, seller, { limit_activations: 5, benefit_id: benefit.id });
});
afterAll(() => api.close());

interface ListedKey {
  readonly kid: string;
  readonly state: string;
  readonly public_key: string;
}

const command = (name: 'list' | 'rotate', ...options: string[]) =>
  latchkey(['signing-keys', name, '--organization', seller.organization.slug, ...options], {
    DATABASE_URL: api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
const listed = async () => JSON.parse((await command('list', '--json')).out) as ListedKey[];
const states = async () => Object.fromEntries((await listed()).map(({ kid, state }) => [kid, state]));
const keySet = async () =>
  (await callAs(api)('GET', `/.well-known/latchkey/${seller.organization.id}/jwks.json`)).body as {
    readonly keys: readonly { readonly kid: string; readonly x: string }[];
    readonly root: { readonly kid: string; readonly x: string };
  };
const published = async () => (await keySet()).keys.map(({ kid }) => kid).sort();
const verify = async (token: string) => jwtVerify(token, createLocalJWKSet((await keySet()) as never));

/** A lease from another process, which has no key in its memory. */
async function lease(): Promise<string> {
  const other = await apiOn(api.databaseUrl);
  const body = { key: key.key, organization_id: key.organization_id, label: 'laptop' };
  const headers = { 'license-device': 'laptop' };
  const answer = await callAs(other)('POST', '/v1/customer-portal/license-keys/lease', body, headers);
  await other.close();
  return answer.body.lease;
}
const kidOf = (token: string): string => decodeProtectedHeader(token).kid!;

test('keys are listed, rotated after an announcement or at once, and published while they are needed', async () => {
  const { slug } = seller.organization;
  expect((await command('list')).out).toBe(
    `Organization ${slug} has no signing keys yet. \`latchkey signing-keys rotate --organization ${slug}\` makes them.\n`,
  );
  const first = await lease();
  const { root } = await keySet();
  const [rootKey, firstKey] = (await listed()) as [ListedKey, ListedKey];
  expect([rootKey, firstKey]).toMatchObject([
    { kid: root.kid, state: 'root', public_key: root.x, covers_until: null },
    { kid: kidOf(first), state: 'current', covers_until: expect.stringMatching(/T00:00:00.000Z$/) },
  ]);

  const announced = JSON.parse((await command('rotate', '--json')).out).kid as string;
  expect(await states()).toEqual({ [root.kid]: 'root', [kidOf(first)]: 'current', [announced]: 'upcoming' });
  expect(await published()).toEqual([kidOf(first), announced].sort());
  expect(kidOf(await lease())).toBe(kidOf(first));

  const { exitCode, out } = await command('rotate', '--begin', 'now');
  const second = await lease();
  expect([exitCode, out]).toEqual([0, expect.stringContaining(`Key ${kidOf(second)} signs for organization`)]);
  expect(await states()).toEqual({
    [root.kid]: 'root',
    [kidOf(first)]: 'retired',
    [announced]: 'upcoming',
    [kidOf(second)]: 'current',
  });
  for (const token of [first, second]) await verify(token);

  const em = api.app.get(EntityManager).fork();
  const rows = await em.execute<{ kid: string }[]>('select kid from licensing.signing_keys where encrypted_private_key is null');
  expect(rows.map(({ kid }) => kid)).toEqual([kidOf(first)]);
  await em.execute('update licensing.signing_keys set covers_until = now() where kid = ?', [kidOf(first)]);
  expect(await published()).toEqual([kidOf(second), announced].sort());
  await expect(verify(first)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('an unknown organization is a sentence', async () => {
  const env = { DATABASE_URL: api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
  expect(await latchkey(['signing-keys', 'list', '--organization', 'nobody'], env)).toMatchObject({
    exitCode: 1,
    err: 'Organization nobody was not found.\n',
  });
});
