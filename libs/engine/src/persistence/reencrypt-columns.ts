import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { KEY_ID_BYTES, type Keyring } from '#engine/secrets';
import { isCoordinator } from './pooled-client.ts';
import { pgPool } from './kysely.ts';
import { inTransaction } from './unit-of-work.ts';

const BATCH = 500;
const ORGANIZATION = 'organization_id';
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

async function renewSome(em: EntityManager, keyring: Keyring, { table, primaryKey, columns }: EncryptedColumns): Promise<number> {
  const hasOrganization = primaryKey.includes(ORGANIZATION) && (await isCoordinator(await pgPool(em)));
  return inTransaction(em, table, async (transaction) => {
    const db = transaction.getKysely<never>();
    const isOutdated = columns.map((column) => sql`substring(${sql.ref(column)} for ${KEY_ID_BYTES}) <> ${keyring.currentKeyId}`);
    const selected = sql.join([...primaryKey, ...columns].map((column) => sql.ref(column)));
    const outdated = sql`${sql.table(table)} where (${sql.join(isOutdated, sql` or `)})`;
    const which = hasOrganization ? await ofNextOrganization(db, outdated) : sql`true`;
    if (!which) return 0;
    const { rows } = await sql<Row>`select ${selected} from ${outdated} and ${which} limit ${BATCH} for update`.execute(db);
    for (const row of rows) {
      const renewed = columns.map((column) => equation(column, renewedValue(keyring, row[column])));
      const identity = primaryKey.map((column) => equation(column, row[column]));
      await sql`update ${sql.table(table)} set ${sql.join(renewed)} where ${sql.join(identity, sql` and `)}`.execute(db);
    }
    return rows.length;
  });
}

/** Citus locks rows of one organization only. */
async function ofNextOrganization(db: Kysely<never>, outdated: RawBuilder<unknown>): Promise<RawBuilder<unknown> | undefined> {
  const { rows } = await sql<Row>`select ${sql.ref(ORGANIZATION)} from ${outdated} limit 1`.execute(db);
  return rows[0] && equation(ORGANIZATION, rows[0][ORGANIZATION]);
}

const equation = (column: string, value: unknown): RawBuilder<unknown> => sql`${sql.ref(column)} = ${value}`;

const renewedValue = (keyring: Keyring, value: unknown): Buffer | null =>
  value === null ? null : keyring.encrypt(keyring.decrypt(value as Buffer));
