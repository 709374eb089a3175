import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createdAt, eachOnCoordinator, firstRows } from './distributed-tables.ts';
import { anyOf } from './kysely.ts';
import { readDb } from './reads/read-db.ts';
import { FEW_TAGGED, type TagTable } from './record-tags.ts';

interface NewRecord {
  readonly id: string;
  readonly created_at: Date;
}

/** The newest records with a tag, newest first: of those with a tag that more than 1,000 have, the newest of 1,000. */
export async function newestTagged(
  em: EntityManager,
  table: TagTable,
  organizations: readonly string[],
  tag: string,
  limit: number,
): Promise<string[]> {
  const read = (those: readonly string[]) => readNewest(em, table, those, tag, limit);
  const pages = (await eachOnCoordinator(em, organizations, (each) => read([each]))) ?? [await read(organizations)];
  return firstRows(pages, { limit, isDescending: true, at: createdAt }).map(({ id }) => id);
}

async function readNewest(
  em: EntityManager,
  { table, column, records, where = 'true' }: TagTable,
  organizations: readonly string[],
  tag: string,
  limit: number,
): Promise<NewRecord[]> {
  const { rows } = await sql<NewRecord>`select r.id, r.created_at from (
      select organization_id, ${sql.ref(column)} as id from ${sql.table(table)}
      where ${anyOf('organization_id', organizations)} and tag = ${tag} limit ${FEW_TAGGED}
    ) as t join ${sql.table(records)} r on r.organization_id = t.organization_id and r.id = t.id
    where ${sql.raw(where)} order by r.created_at desc, r.id desc limit ${limit}`.execute(readDb<object>(em));
  return rows;
}
