import type { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { untilBlocked } from '../../../test/support/until-blocked.ts';
import { PgKeyEncryption } from '../src/adapters/persistence/key-encryption.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { KeyStringsTaken } from '../src/domain/keys/key-issuance.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, aValidationInput, NOW, secondsAfterNow } from './license-key.builder.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let orm: MikroORM;
let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  pool = await pgPool(orm.em);
});
afterAll(() => close());
beforeEach(() => encryption(NEW, OLD).reencrypt());

/** The repository of a process with these secret keys. */
const keysWith = (...secrets: Buffer[]) => new PgLicenseKeys(orm.em, new Keyring(secrets), new OrganizationClocks(false));
const encryption = (...secrets: Buffer[]) => new PgKeyEncryption(orm.em, new Keyring(secrets));
const identified = ({ id, organizationId }: LicenseKey) => ({ id, within: [organizationId] });
const presented = ({ organizationId, snapshot }: LicenseKey, key = snapshot.key) => ({ organizationId, key, at: NOW });
const rowOf = async ({ id }: LicenseKey) =>
  (await pool.query('select *, xmin::text from licensing.license_keys where id = $1', [id])).rows[0];
const stringsOf = async ({ id }: LicenseKey): Promise<number> =>
  (await pool.query('select 1 from licensing.key_strings where license_key_id = $1', [id])).rowCount!;

async function add(key: LicenseKey, ...secrets: Buffer[]): Promise<LicenseKey> {
  await keysWith(...secrets).addAll([key]);
  return key;
}

test('a key encrypted with an older secret key is found and read with the newest one alone, and nothing else of it changes', async () => {
  const key = await add(aLicenseKey().limitedTo(3).newUnsaved(), OLD);
  const { digest, encrypted_key, xmin, ...before } = await rowOf(key);
  expect(await encryption(NEW, OLD).reencrypt()).toBe(1);
  const after = await rowOf(key);
  expect(after).toMatchObject(before);
  expect([after.digest.equals(digest), after.encrypted_key.equals(encrypted_key), after.xmin]).toEqual([
    false,
    false,
    expect.not.stringMatching(`^${xmin}$`),
  ]);
  const keys = keysWith(NEW);
  expect(await keys.changePresented(presented(key), (found) => found.id)).toBe(key.id);
  expect(await keys.findSnapshot(key.id, [key.organizationId])).toMatchObject(key.snapshot);
  expect(await stringsOf(key)).toBe(1);
});

test('a key encrypted with the newest secret key does not change', async () => {
  const keys = [await add(aLicenseKey().newUnsaved(), NEW), await add(aLicenseKey().newUnsaved(), NEW, OLD)];
  const before = await Promise.all(keys.map(rowOf));
  expect(await encryption(NEW, OLD).reencrypt()).toBe(0);
  expect(await Promise.all(keys.map(rowOf))).toEqual(before);
});

test('many keys are re-encrypted in batches, over all organizations, while keys are used', async () => {
  const one = randomUUID();
  const many = Array.from({ length: 1200 }, (_, n) =>
    aLicenseKey()
      .of(n % 3 ? randomUUID() : one)
      .newUnsaved(),
  );
  await keysWith(OLD).addAll(many);
  const keys = keysWith(NEW, OLD);
  const some = many.filter((_, n) => n % 10 === 0);
  const [reencrypted] = await Promise.all([
    encryption(NEW, OLD).reencrypt(),
    ...some.map((key) => keys.changePresented(presented(key), (found) => void found.validate(aValidationInput(), NOW))),
  ]);
  expect(reencrypted).toBe(1200);
  const { rows } = await pool.query('select sum(validations)::int as validations from licensing.license_keys');
  expect(rows[0]).toEqual({ validations: some.length });
  const withNewSecretOnly = keysWith(NEW);
  await Promise.all(many.map((key) => withNewSecretOnly.changePresented(presented(key), (found) => found.id)));
});

test('two concurrent runs re-encrypt each key once', async () => {
  await keysWith(OLD).addAll(Array.from({ length: 1200 }, () => aLicenseKey().newUnsaved()));
  const counts = await Promise.all([encryption(NEW, OLD).reencrypt(), encryption(NEW, OLD).reencrypt()]);
  expect(counts[0] + counts[1]).toBe(1200);
});

test('a key that is presented while its digest changes is found', async () => {
  const key = await add(aLicenseKey().newUnsaved(), OLD);
  const ring = new Keyring([NEW, OLD]);
  const string = key.snapshot.key;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('update licensing.license_keys set digest = $1, encrypted_key = $2 where id = $3', [
    ring.digest('license-key', string),
    ring.encrypt(string),
    key.id,
  ]);
  await holder.query('update licensing.key_strings set digest = $1 where license_key_id = $2', [
    ring.digest('license-key', string),
    key.id,
  ]);
  const whileLocked = keysWith(NEW, OLD).changePresented(presented(key), (found) => found.id);
  await untilBlocked(pool);
  await holder.query('commit');
  holder.release();
  expect(await whileLocked).toBe(key.id);
});

test('a replaced string keeps working with the older secret key and stays reserved', async () => {
  const key = await add(aLicenseKey().called('FIRST-STRING').newUnsaved(), OLD);
  await keysWith(OLD).change(identified(key), (found) => found.rotate('SECOND-STRING', secondsAfterNow(60), NOW));
  await encryption(NEW, OLD).reencrypt();
  for (const string of ['FIRST-STRING', 'SECOND-STRING']) {
    expect(await keysWith(NEW, OLD).changePresented(presented(key, string), (found) => found.snapshot.key)).toBe('SECOND-STRING');
    const twin = aLicenseKey().of(key.organizationId).called(string).newUnsaved();
    await expect(keysWith(NEW, OLD).addAll([twin])).rejects.toBeInstanceOf(KeyStringsTaken);
  }
  await expect(keysWith(NEW).changePresented(presented(key, 'FIRST-STRING'), () => true)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a string that was replaced without an overlap does not work again with the secret key of its digest', async () => {
  const key = await add(aLicenseKey().called('FIRST-STRING').newUnsaved(), OLD);
  await encryption(NEW, OLD).reencrypt();
  await keysWith(NEW).change(identified(key), (found) => found.rotate('SECOND-STRING', null, NOW));
  for (const ring of [[NEW, OLD], [OLD, NEW], [OLD]]) {
    const outcome = keysWith(...ring).changePresented(presented(key, 'FIRST-STRING'), () => true);
    // Without the new secret key nothing tells that the string ever was one.
    await expect(outcome).rejects.toMatchObject({ code: ring.includes(NEW) ? 'ROTATED' : 'NOT_FOUND' });
  }
});

test('a key encrypted with an unknown secret key does not change, and an error is thrown', async () => {
  const key = await add(aLicenseKey().newUnsaved(), Buffer.alloc(32, 9));
  const before = await rowOf(key);
  await expect(encryption(NEW, OLD).reencrypt()).rejects.toThrow('Encrypted with a key that is not in SECRET_KEY');
  expect(await rowOf(key)).toEqual(before);
  await pool.query('delete from licensing.license_keys where id = $1', [key.id]);
});

test('reserved strings are encrypted with the newest secret key, too', async () => {
  const reservation = { organizationId: randomUUID(), purchaseId: randomUUID(), benefitId: randomUUID() };
  await keysWith(OLD).reserve([{ ...reservation, key: 'RESERVED-STRING-1', history: null }]);
  expect(await encryption(NEW, OLD).reencrypt()).toBe(1);
  expect(await keysWith(NEW).reservedFor(reservation)).toMatchObject({ key: 'RESERVED-STRING-1' });
  expect(await encryption(NEW, OLD).reencrypt()).toBe(0);
});
