import pg from 'pg';

/** Written in the background, at any time. */
const BACKGROUND_TABLES = `('licensing.key_activity')`;
/**
 * Updates of these columns are not noted: they are written in the background, or taken and returned by reading, as the lease of an export
 * is, or count what is refused, as the failures of a password are.
 */
const UNNOTED_COLUMNS = `(
  'last_used_at', 'export_id', 'export_expires_at',
  'tries_left', 'password_failures', 'password_blocked_until', 'second_factor_failures', 'second_factor_blocked_until'
)`;

/** Also left out where one of these is, because it is written with it. */
const UNNOTED_WITH_OTHERS = `'modified_at'`;

/**
 * Triggers note each row that a transaction has inserted, updated or deleted, also with equal values, and when. The tables of the queue are
 * left out. `fuzz.keep` copies all rows, and `fuzz.restore` makes the tables that may have been written since equal to the copies
 * again.
 */
const INSTALLATION = `
  create schema fuzz;
  create unlogged table fuzz.changes (relation oid not null, at_ms float8 not null);
  create table fuzz.copies (relation oid primary key, name text not null, columns text not null, has_unnoted boolean not null);

  create function fuzz.note() returns trigger language plpgsql as $$
  begin
    insert into fuzz.changes values (tg_relid, extract(epoch from clock_timestamp()) * 1000);
    return null;
  end $$;

  create view fuzz.tables as
    select c.oid as relation, c.oid::regclass::text as name, c.relkind as kind, c.relispartition as is_partition,
           string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
           string_agg(format('old.%1$I is distinct from new.%1$I', a.attname), ' or ')
             filter (where a.attname not in ${UNNOTED_COLUMNS} and a.attname <> ${UNNOTED_WITH_OTHERS}) as difference,
           bool_or(a.attname in ${UNNOTED_COLUMNS}) as has_unnoted
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'bullmq', 'fuzz')
       and c.oid::regclass::text not in ${BACKGROUND_TABLES}
     group by c.oid;

  create procedure fuzz.keep() language plpgsql as $$
  declare t record;
  begin
    for t in select relation from fuzz.copies loop
      execute format('drop table fuzz.copy_%s', t.relation);
    end loop;
    truncate fuzz.changes, fuzz.copies;
    for t in select * from fuzz.tables where kind = 'r' loop
      execute format('create table fuzz.copy_%s as table %s', t.relation, t.name);
      insert into fuzz.copies values (t.relation, t.name, t.columns, t.has_unnoted);
    end loop;
  end $$;

  create procedure fuzz.restore() language plpgsql as $$
  declare t record;
  begin
    -- Foreign keys and triggers do not apply.
    set local session_replication_role = replica;
    for t in select * from fuzz.copies where has_unnoted or relation in (select relation from fuzz.changes) loop
      execute format('delete from %s', t.name);
      execute format('insert into %s (%s) overriding system value select %2$s from fuzz.copy_%s', t.name, t.columns, t.relation);
    end loop;
    delete from fuzz.changes;
  end $$;

  do $$
  declare t record;
  begin
    for t in select * from fuzz.tables where not is_partition loop
      execute format('create trigger fuzz_rows after insert or delete on %s for each row execute function fuzz.note()', t.name);
      execute format('create trigger fuzz_updates after update on %s for each row %s execute function fuzz.note()', t.name,
        case when t.has_unnoted then format('when (%s)', t.difference) else '' end);
      execute format('create trigger fuzz_truncate after truncate on %s execute function fuzz.note()', t.name);
    end loop;
  end $$;`;

/** The database of a service: what was written, and when, and how to undo it. */
export class FuzzedDatabase {
  private constructor(private readonly client: pg.Client) {}

  static async at(url: string): Promise<FuzzedDatabase> {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(INSTALLATION);
    return new FuzzedDatabase(client);
  }

  /** When rows were written since `keep` or `restore`, in milliseconds since 1970, in order. */
  async changes(): Promise<readonly number[]> {
    const text = 'select at_ms from fuzz.changes order by at_ms';
    return (await this.client.query<{ at_ms: number }>({ name: 'changes', text })).rows.map(({ at_ms }) => at_ms);
  }

  /** Remembers all rows as they are now. */
  async keep(): Promise<void> {
    await this.client.query('call fuzz.keep()');
  }

  /** Makes all rows as they were kept. Nothing else may use the database meanwhile. */
  async restore(): Promise<void> {
    await this.client.query('call fuzz.restore()');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
