import type { MikroORM } from '@mikro-orm/postgresql';
import { organizationsTables } from '#organizations';
import { pgPool } from '#engine/persistence';
import { Keyring, SecretKeyMissing } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { oauthTables } from '../src/index.ts';
import { TestTime } from './oauth.contract.ts';
import { postgresOAuth } from './postgres-oauth.ts';

const [OLD, NEW, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const time = new TestTime();
const expiresAt = time.in(3_600_000);

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(organizationsTables, oauthTables));
});
afterAll(() => close());

/** The ports of a process with these secret keys. */
const withKeys = (...secrets: Buffer[]) => postgresOAuth(orm.em, new Keyring(secrets), time);

/** What a process with these secret keys can read of everything. */
async function readable(...secrets: Buffer[]) {
  const { state, tokens, clients, keys } = withKeys(...secrets);
  const session = await state.find('Session', 'session');
  const byUid = await state.findByLookup('Session', 'uid');
  const [key] = await keys.published();
  return {
    session: session?.payload,
    byUid: byUid?.payload,
    token: await tokens.find('token'),
    secret: (await clients.find('client'))?.secret,
    signs: key?.privateJwk.d,
  };
}

test('after the re-encryption everything is found and read with the new secret key alone', async () => {
  const old = withKeys(OLD);
  await old.state.save({ model: 'Session', id: 'session', payload: { jti: 'session', uid: 'uid' }, expiresAt });
  await old.tokens.add({
    token: 'token',
    payload: { jti: 'token', grantId: 'grant' },
    grantId: 'grant',
    clientId: 'client',
    userId: '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001',
    scopes: ['openid'],
    organizationIds: null,
    expiresAt,
  });
  await old.clients.save({ id: 'client', metadata: {}, secret: 'the secret' });
  await old.clients.save({ id: 'public', metadata: {}, secret: null });
  const before = await readable(OLD);
  expect(before).toMatchObject({
    session: { uid: 'uid' },
    byUid: { jti: 'session' },
    token: { jti: 'token' },
    secret: 'the secret',
    signs: expect.any(String),
  });
  expect(await readable(NEW, OLD)).toEqual(before);

  const both = withKeys(NEW, OLD);
  const renew = async () => [await both.clients.reencrypt(), await both.keys.reencrypt(), await both.state.reencrypt()];
  expect([await renew(), await renew()]).toEqual([
    [1, 1, 2],
    [0, 0, 0],
  ]);
  expect(await readable(NEW)).toEqual(before);
  const columns = [
    ['clients', 'encrypted_secret'],
    ['signing_keys', 'encrypted_private_key'],
    ['provider_state', 'encrypted_payload'],
    ['access_tokens', 'encrypted_payload'],
  ];
  for (const [table, column] of columns) {
    const { rows } = await (
      await pgPool(orm.em)
    ).query<{ value: Buffer }>(`select ${column} as value from oauth.${table} where ${column} is not null`);
    expect(rows.map(({ value }) => new Keyring([OLD]).hasKeyOf(value))).toEqual([false]);
  }
});

test('without the secret key nothing is re-encrypted, clients cannot authenticate, and a new key signs', async () => {
  const lost = withKeys(OTHER);
  await expect(lost.clients.reencrypt()).rejects.toThrow(SecretKeyMissing);
  await expect(lost.keys.reencrypt()).rejects.toThrow(SecretKeyMissing);
  await expect(lost.state.reencrypt()).rejects.toThrow(SecretKeyMissing);
  const { signs } = await readable(NEW);
  const seen = await readable(OTHER);
  expect(seen).toMatchObject({ session: undefined, byUid: undefined, token: undefined, secret: undefined });
  expect(seen.signs).not.toBe(signs);
});
