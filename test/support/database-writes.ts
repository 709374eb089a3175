import { EntityManager } from '@mikro-orm/postgresql';
import type { TestApi } from './api.ts';
import { queryAt } from './own-postgres.ts';

const UNCOUNTED = `('last_used_at', 'export_id', 'export_expires_at')`;

/**
 * Makes every table note each row that is written, in the transaction that writes it. Rewriting a row with equal values counts. Tables with
 * `last_used_at`, which is written in the background, or with the lease of an export, which reading takes and returns, note changes of their
 * other columns. The queue writes to its own tables at any time, and the activity of keys is counted in the background. Each table is changed
 * in a transaction of its own, which waits for nobody who waits for it.
 */
const NOTE_WRITES = `
  create table public.noted_writes (name text not null);
  create function public.note_write() returns trigger language plpgsql as $note$
    begin
      insert into public.noted_writes values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $note$;
`;
const OF_EVERY_TABLE = `
  do $do$
    declare
      one record;
      note constant text := 'for each row %s execute function public.note_write()';
    begin
      for one in
        select c.oid::regclass as name,
               case when bool_or(a.attname in ${UNCOUNTED}) then
                 format('when (row(%s) is distinct from row(%s))',
                   string_agg(format('old.%I::text', a.attname), ', ') filter (where a.attname not in ${UNCOUNTED}),
                   string_agg(format('new.%I::text', a.attname), ', ') filter (where a.attname not in ${UNCOUNTED}))
               end as condition
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'bullmq')
           and c.oid not in ('licensing.key_activity'::regclass, 'public.noted_writes'::regclass)
         group by c.oid
      loop
        execute format('create trigger note_rows after insert or delete on %s ' || note, one.name, '');
        execute format('create trigger note_changes after update on %s ' || note, one.name, one.condition);
        execute format('create trigger note_truncation after truncate on %s execute function public.note_write()', one.name);
        commit;
      end loop;
    end $do$`;

interface Noted {
  readonly begun: Promise<unknown>;
  readonly counts: Map<string, number>;
}

const noted = new WeakMap<TestApi, Noted>();

async function beginAt(url: string): Promise<void> {
  await queryAt(url, NOTE_WRITES);
  await queryAt(url, OF_EVERY_TABLE);
}

/**
 * The number of rows that were written since the first call, by table: equal texts mean that nothing was written in between. Tables of the
 * queue are left out.
 */
export async function databaseWrites(api: TestApi): Promise<string> {
  const { begun, counts } = noted.get(api) ?? { begun: beginAt(api.databaseUrl), counts: new Map<string, number>() };
  noted.set(api, { begun, counts });
  await begun;
  const em = api.app.get(EntityManager).fork();
  const writes = await em.execute<{ name: string }[]>('delete from public.noted_writes returning name');
  for (const { name } of writes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name}: ${count}`).join('\n');
}
