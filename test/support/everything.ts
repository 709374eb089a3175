import { EntityManager } from '@mikro-orm/postgresql';
import type { TestApi } from './api.ts';

/** One digest of every row of every table, but for when tokens were last used. If it stays, nothing was changed. */
export async function everything(api: TestApi): Promise<string> {
  const em = api.app.get(EntityManager).fork();
  const [{ sql }] = (await em.execute<{ sql: string }[]>(
    `select string_agg(format('select %L || md5(string_agg(t::text, %L order by t::text)) as digest from (%s) t', name, '|', rows), ' union all ') as sql
       from (select format('%I.%I', table_schema, table_name) as name,
                    format('select %s from %I.%I', string_agg(quote_ident(column_name), ', ' order by ordinal_position), table_schema, table_name) as rows
               from information_schema.tables join information_schema.columns using (table_schema, table_name)
              where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and column_name <> 'last_used_at'
              group by table_schema, table_name) as tables`,
  )) as [{ sql: string }];
  const digests = await em.execute<{ digest: string }[]>(sql);
  return digests
    .map(({ digest }) => digest)
    .sort()
    .join('\n');
}
