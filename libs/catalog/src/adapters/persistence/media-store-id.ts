import type { Client } from 'pg';
import { newId } from '#kernel';
import type { MediaStore } from '../../domain/media-store.ts';

/** The lock that processes take that start at once. It ends with the session at the latest. */
const LOCK = `hashtextextended('catalog.media_store', 0)`;

/** The id of the store that the files of the database are in; undefined before the first start. */
export const mediaStoreIdIn = async (client: Client): Promise<string | undefined> =>
  (await client.query<{ id: string }>('select id from catalog.media_store')).rows[0]?.id;

/**
 * The id of the store that the files of the database are in, if it is another one than this. The first store that is used is that of the
 * database, and one that follows the `former` gets an id of its own: from then on, the former is another one.
 */
export async function otherMediaStore(client: Client, store: MediaStore, former?: MediaStore): Promise<string | undefined> {
  const known = await mediaStoreIdIn(client);
  if (known !== undefined && known === (await store.id())) return undefined;
  await client.query(`select pg_advisory_lock(${LOCK})`);
  const current = await mediaStoreIdIn(client);
  const found = await store.id();
  const isFirst = current === undefined || (found === null && former !== undefined && current === (await former.id()));
  if (isFirst) {
    await client.query('insert into catalog.media_store (id) values ($1) on conflict (is_only) do update set id = excluded.id', [
      await store.claim(newId()),
    ]);
  }
  await client.query(`select pg_advisory_unlock(${LOCK})`);
  return isFirst || current === found ? undefined : current;
}

/** Complete files in pages, in the order of their ids. Digests are hexadecimal. */
export async function* storedFiles(client: Client): AsyncGenerator<{ id: string; size: number; sha256: string }> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await client.query<{ id: string; size: string; sha256: string }>(
      `select id, size, encode(decode(checksum_sha256, 'base64'), 'hex') as sha256 from catalog.files
       where uploaded_at is not null and deleted_at is null and id > $1 order by id limit 500`,
      [after],
    );
    for (const { size, ...row } of rows) yield { ...row, size: Number(size) };
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
  }
}
