import { queryAt } from './own-postgres.ts';

/** The columns whose updates are not noted. */
interface Unnoted {
  readonly columns: readonly string[];
  /** Left out as well in tables with one of the columns, because they are written with it. */
  readonly writtenWithThem?: readonly string[];
}

/** Written in the background, at any time. */
const BACKGROUND_TABLES = ['licensing.key_activity', 'licensing.key_refusals', 'licensing.key_uses', 'licensing.told_refusals'];
/** Published in the background. */
const BACKGROUND_EVENT = 'license_key.activation_refused';

const array = (names: readonly string[]): string => `array[${names.map((name) => `'${name}'`).join()}]::text[]`;

const tables = ({ columns, writtenWithThem = [] }: Unnoted): string => `
  create schema noted;
  create unlogged table noted.writes (relation oid not null, at_ms float8 not null);
  create function noted.note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and tg_table_name = 'outbox' then
        if new.name = '${BACKGROUND_EVENT}' then return null; end if;
      end if;
      insert into noted.writes values (tg_relid, extract(epoch from clock_timestamp()) * 1000);
      return null;
    end $$;
  create table noted.tables as
    select c.oid as relation, c.oid::regclass::text as name, c.relkind as kind, c.relispartition as is_partition,
           string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
           bool_or(a.attname = any(${array(columns)})) as has_unnoted,
           string_agg(format('old.%1$I is distinct from new.%1$I', a.attname), ' or ')
             filter (where a.attname <> all(${array([...columns, ...writtenWithThem])})) as difference
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'bullmq', 'noted')
       and c.oid <> all(${array(BACKGROUND_TABLES)}::regclass[])
     group by c.oid;`;

/** Each table is changed in a transaction of its own, which waits for nobody who waits for it. */
const TRIGGERS = `
  do $do$
    declare t record;
    begin
      for t in select * from noted.tables where not is_partition loop
        execute format('create trigger noted_rows after insert or delete on %s for each row execute function noted.note()', t.name);
        execute format('create trigger noted_updates after update on %s for each row %s execute function noted.note()', t.name,
          case when t.has_unnoted then format('when (%s)', t.difference) else '' end);
        execute format('create trigger noted_truncate after truncate on %s execute function noted.note()', t.name);
        commit;
      end loop;
    end $do$`;

/**
 * Makes every table note in `noted.writes` each row that is written, and when, in the transaction that writes it. Rewriting a row with
 * equal values counts, but in tables with one of the unnoted columns. The queue writes to its own tables at any time, so they are left out.
 */
export async function noteWrites(url: string, unnoted: Unnoted): Promise<void> {
  await queryAt(url, tables(unnoted));
  await queryAt(url, TRIGGERS);
}
