import { EntityManager } from '@mikro-orm/postgresql';
import type { TestApi } from './api.ts';

const UNCOMPARED = `('last_used_at', 'export_id', 'export_expires_at')`;

/**
 * Generates one statement that hashes every table. Rows are compared by version (ctid and xmin), so rewriting a row with equal
 * values counts as a change; tables with `last_used_at`, which is written in the background, or with the lease of an export, which
 * reading takes and returns, are compared by their other columns. The queue writes to its own tables at any time, and the activity of keys
 * is counted in the background.
 */
const DIGESTS = `
  select string_agg(format('select %L || count(*) || coalesce(sum(hashtextextended(%s, 0)::numeric), 0) as digest from %s t', name, version, name), ' union all ') as sql
    from (select c.oid::regclass::text as name,
                 case when bool_or(a.attname in ${UNCOMPARED})
                   then format('concat_ws(%L, %s)', '|', string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attname not in ${UNCOMPARED}))
                   else 't.ctid::text || t.xmin::text' end as version
            from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'bullmq')
             and c.oid::regclass::text <> 'licensing.key_activity'
           group by c.oid) as tables`;

const statements = new WeakMap<TestApi, Promise<string>>();

async function statementFor(em: EntityManager): Promise<string> {
  const [{ sql }] = (await em.execute<{ sql: string }[]>(DIGESTS)) as [{ sql: string }];
  return sql;
}

/** A digest of every row of every table but those of the queue: equal digests mean that nothing was written in between. */
export async function databaseDigest(api: TestApi): Promise<string> {
  const em = api.app.get(EntityManager).fork();
  if (!statements.has(api)) statements.set(api, statementFor(em));
  const digests = await em.execute<{ digest: string }[]>(await statements.get(api)!);
  return digests
    .map(({ digest }) => digest)
    .sort()
    .join('\n');
}
