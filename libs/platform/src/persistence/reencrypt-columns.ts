import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Keyring } from '#platform/secrets';
import { inTransaction } from './unit-of-work.ts';

const BATCH = 500;
/** Bytes at the beginning of an encrypted value that name the secret it was encrypted with. */
const KEY_ID_LENGTH = 4;

/** Columns with texts that the keyring encrypted, each null or not. */
export interface EncryptedColumns {
  readonly table: `${string}.${string}`;
  readonly primaryKey: readonly string[];
  readonly columns: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Encrypts again, with the current secret, what was encrypted with an earlier one; returns the number of rows. Repeats until nothing is
 * found: a process that still has the earlier secret may encrypt with it meanwhile. For tables of few rows: each step reads them all.
 */
export async function reencryptColumns(
  em: EntityManager,
  keyring: Keyring,
  ...encrypted: readonly EncryptedColumns[]
): Promise<number> {
  let renewed = 0;
  for (const each of encrypted) {
    for (let found = 1; found > 0; renewed += found) found = await renewSome(em, keyring, each);
  }
  return renewed;
}

function renewSome(em: EntityManager, keyring: Keyring, { table, primaryKey, columns }: EncryptedColumns): Promise<number> {
  return inTransaction(em, table, async (transaction) => {
    const db = transaction.getKysely<never>();
    const isOutdated = columns.map(
      (column) => sql`substring(${sql.ref(column)} for ${KEY_ID_LENGTH}) <> ${keyring.currentKeyId}`,
    );
    const selected = sql.join([...primaryKey, ...columns].map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select ${selected} from ${sql.table(table)} where ${sql.join(isOutdated, sql` or `)}
      limit ${BATCH} for update`.execute(db);
    for (const row of rows) {
      const renewed = columns.map((column) => equation(column, renewedValue(keyring, row[column])));
      const identity = primaryKey.map((column) => equation(column, row[column]));
      await sql`update ${sql.table(table)} set ${sql.join(renewed)} where ${sql.join(identity, sql` and `)}`.execute(db);
    }
    return rows.length;
  });
}

const equation = (column: string, value: unknown): RawBuilder<unknown> => sql`${sql.ref(column)} = ${value}`;

const renewedValue = (keyring: Keyring, value: unknown): Buffer | null =>
  value === null ? null : keyring.encrypt(keyring.decrypt(value as Buffer));
