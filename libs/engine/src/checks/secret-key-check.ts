import type { Client } from 'pg';
import type { EncryptedColumn } from '#engine/persistence';
import { KEY_ID_BYTES, type Keyring } from '#engine/secrets';

export const SECRET_KEY_DOES_NOT_FIT =
  'SECRET_KEY does not fit the data: the database has data of a secret key that is not in it. Set SECRET_KEY to the key that the data ' +
  'was written with; during a rotation, add the earlier key after the new one, until `latchkey secret-key rotate` has finished.';

/** What the digests of secret keys are digests of. */
const CHECKED = 'latchkey';

/**
 * Whether every secret key that was in use is among those of the keyring. A database that was last used by a version without this check
 * is judged by one of the values that were encrypted.
 */
export async function isSecretKeyOf(client: Client, keyring: Keyring, encrypted: readonly EncryptedColumn[]): Promise<boolean> {
  const { rows } = await client.query<{ digest: Buffer }>('select digest from platform.secret_keys');
  if (rows.length > 0) return rows.every(({ digest }) => keyring.isDigest('secret-key', CHECKED, digest));
  for (const { table, column } of encrypted) {
    const found = await client.query<{ value: Buffer }>(
      `select ${column} as value from ${table} where ${column} is not null limit 1`,
    );
    if (found.rows.some(({ value }) => !keyring.hasKeyOf(value))) return false;
  }
  return true;
}

/** The number of values of each column that other keys than the first one have encrypted. Reads all of them. */
export async function valuesOfOtherKeys(
  client: Client,
  keyring: Keyring,
  encrypted: readonly EncryptedColumn[],
): Promise<{ readonly table: string; readonly values: number }[]> {
  const counted = [];
  for (const { table, column } of encrypted) {
    const text = `select count(*)::int as values from ${table} where substring(${column} for ${KEY_ID_BYTES}) <> $1`;
    const { rows } = await client.query<{ values: number }>(text, [keyring.currentKeyId]);
    counted.push({ table, values: rows[0]!.values });
  }
  return counted;
}

/** Remembers that the first key is in use from now on. */
export async function noteSecretKey(client: Client, keyring: Keyring): Promise<void> {
  await client.query('insert into platform.secret_keys (digest) values ($1) on conflict do nothing', [
    keyring.digest('secret-key', CHECKED),
  ]);
}

/** Nothing that has to be readable was written with other keys than the first one any more. */
export async function forgetOtherSecretKeys(client: Client, keyring: Keyring): Promise<void> {
  await noteSecretKey(client, keyring);
  await client.query('delete from platform.secret_keys where digest <> $1', [keyring.digest('secret-key', CHECKED)]);
}

/** The keys that are not in the keyring are lost: it is no reason to refuse a start any more that their data cannot be read. */
export async function forgetLostSecretKeys(client: Client, keyring: Keyring): Promise<void> {
  await noteSecretKey(client, keyring);
  const { rows } = await client.query<{ digest: Buffer }>('select digest from platform.secret_keys');
  const lost = rows.filter(({ digest }) => !keyring.isDigest('secret-key', CHECKED, digest));
  await client.query('delete from platform.secret_keys where digest = any($1::bytea[])', [lost.map(({ digest }) => digest)]);
}
