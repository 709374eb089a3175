import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import { isUuid } from '#kernel';
import { type FoundUndelivered, SearchUndelivered } from '../contract/index.ts';

/** So much of a text is in the indexes. */
const INDEXED = 100;
/** So many are compared by age. */
const COMPARED = 200;
/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

const COLUMNS = sql`id, organization_id, external_id, reason, email, name, created_at`;

@QueryHandler(SearchUndelivered)
export class SearchUndeliveredHandler implements IQueryHandler<SearchUndelivered> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, text, most }: SearchUndelivered): Promise<readonly FoundUndelivered[]> {
    const wanted = [...text.toLowerCase()].slice(0, INDEXED).join('');
    const read = (condition: RawBuilder<unknown>) => sql`(select ${COLUMNS} from connectors.undelivered_purchases
      where ${anyOf('organization_id', organizations)} and resolved_at is null and ${condition} limit ${COMPARED})`;
    const beginning = (column: 'external_id' | 'email') => {
      const value = sql`"left"(lower(${sql.ref(column)}), ${sql.lit(INDEXED)})`;
      return read(sql`${value} ~>=~ ${wanted} and ${value} ~<~ ${wanted + LAST} and ${sql.ref(column)} is not null`);
    };
    const byId = isUuid(text) ? [read(sql`id = ${text}::uuid`)] : [];
    const ways = sql.join([beginning('external_id'), beginning('email'), ...byId], sql` union `);
    const { rows } = await sql<FoundUndelivered>`select id, organization_id, external_id, reason, email, name
      from (${ways}) as found order by created_at desc, id desc limit ${most}`.execute(readDb<object>(this.em));
    return rows;
  }
}
