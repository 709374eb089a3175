import pg from 'pg';
import { noteWrites } from '../support/noted-writes.ts';

/**
 * They are written in the background, or taken and returned by reading, as the lease of an export is, or count what is refused, as the
 * failures of a password are.
 */
const UNNOTED_COLUMNS = [
  'last_used_at',
  'export_id',
  'export_expires_at',
  'tries_left',
  'password_failures',
  'password_blocked_until',
  'second_factor_failures',
  'second_factor_blocked_until',
];

/** `fuzz.keep` copies all rows, and `fuzz.restore` makes the tables that may have been written since equal to the copies again. */
const INSTALLATION = `
  create schema fuzz;
  create table fuzz.copies (relation oid primary key, name text not null, columns text not null, has_unnoted boolean not null);

  create procedure fuzz.keep() language plpgsql as $$
  declare t record;
  begin
    for t in select relation from fuzz.copies loop
      execute format('drop table fuzz.copy_%s', t.relation);
    end loop;
    truncate noted.writes, fuzz.copies;
    for t in select * from noted.tables where kind = 'r' loop
      execute format('create table fuzz.copy_%s as table %s', t.relation, t.name);
      insert into fuzz.copies values (t.relation, t.name, t.columns, t.has_unnoted);
    end loop;
  end $$;

  create procedure fuzz.restore() language plpgsql as $$
  declare t record;
  begin
    -- Foreign keys and triggers do not apply.
    set local session_replication_role = replica;
    for t in select * from fuzz.copies where has_unnoted or relation in (select relation from noted.writes) loop
      execute format('delete from %s', t.name);
      execute format('insert into %s (%s) overriding system value select %2$s from fuzz.copy_%s', t.name, t.columns, t.relation);
    end loop;
    delete from noted.writes;
  end $$;`;

/** The database of a service: what was written, and when, and how to undo it. */
export class FuzzedDatabase {
  private constructor(private readonly client: pg.Client) {}

  static async at(url: string): Promise<FuzzedDatabase> {
    await noteWrites(url, { columns: UNNOTED_COLUMNS, writtenWithThem: ['modified_at'] });
    const client = new pg.Client(url);
    await client.connect();
    await client.query(INSTALLATION);
    return new FuzzedDatabase(client);
  }

  /** When rows were written since `keep` or `restore`, in milliseconds since 1970, in order. */
  async changes(): Promise<readonly number[]> {
    const text = 'select at_ms from noted.writes order by at_ms';
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
