import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { untilBlocked } from '../../../../test/support/until-blocked.ts';
import { migrate, MigrationBlocked } from './migrate.ts';
import { ormOptions, type Tables } from './orm-options.ts';

class Migration99990101_0000_Things extends Migration {
  override up(): void {
    this.addSql('create table public.things (id int); insert into public.things values (1)');
  }
}
class Migration99990101_0001_Names extends Migration {
  override up(): void {
    this.addSql('alter table public.things add column name text');
  }
}
class Migration99990101_0002_Index extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists public.things_by_name');
    this.addSql('create index concurrently things_by_name on public.things (name)');
  }
}
class Migration99990101_0003_Mistake extends Migration {
  override up(): void {
    this.addSql('create table public.left_over (id int)');
    this.addSql('select nothing_of_this_name from public.things');
  }
}

const THINGS = Migration99990101_0000_Things;
const NAMES = Migration99990101_0001_Names;
const INDEX = Migration99990101_0002_Index;
const MISTAKE = Migration99990101_0003_Mistake;

let database: TestDatabase;
const opened: (() => Promise<unknown>)[] = [];
beforeEach(async () => (database = await emptyDatabase()));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  await client.connect();
  opened.push(() => client.end());
  return client;
}

async function migrations(...classes: Tables['migrations']): Promise<MikroORM> {
  const orm = await MikroORM.init(ormOptions(database.url, [{ entities: [], migrations: classes }], { statementTimeoutMs: 0 }));
  opened.push(() => orm.close(true));
  return orm;
}

/** A transaction that has read the table and does not end. */
async function openReader(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('begin');
  await reader.query('select * from public.things');
  return reader;
}

test('a migration that waits for a lock lets others pass, and gets it when it is free', async () => {
  await migrate(await migrations(THINGS));
  const [reader, other] = [await openReader(), await connect()];
  const blocked: string[] = [];
  const migrated = migrate(await migrations(THINGS, NAMES), { onBlocked: (name) => blocked.push(name) });
  const isWaiting = async () =>
    (await other.query(`select from pg_locks where relation = 'public.things'::regclass and not granted`)).rowCount === 1;
  await eventually(isWaiting);
  expect((await other.query('select * from public.things')).rows).toEqual([{ id: 1 }]);
  await eventually(() => blocked.length > 0);
  await reader.query('commit');
  await migrated;
  expect(blocked[0]).toBe(NAMES.name);
  expect((await other.query('select * from public.things')).rows).toEqual([{ id: 1, name: null }]);
});

test('a migration that never gets its locks is given up, and can be repeated', async () => {
  const orm = await migrations(THINGS, NAMES);
  await migrate(orm, { before: NAMES.name });
  const reader = await openReader();
  await expect(migrate(orm, { attempts: 1 })).rejects.toThrow(MigrationBlocked);
  await reader.query('rollback');
  await migrate(orm, { attempts: 1 });
  expect((await reader.query('select * from public.things')).rows).toEqual([{ id: 1, name: null }]);
});

test('a migration that fails leaves nothing, and those before it stay', async () => {
  await expect(migrate(await migrations(THINGS, NAMES, MISTAKE))).rejects.toThrow(/nothing_of_this_name/);
  const client = await connect();
  const { rows } = await client.query(`select to_regclass('public.left_over') as left_over, array(
    select name::text from platform.migrations where name like 'Migration9999%' order by name) as names`);
  expect(rows).toEqual([{ left_over: null, names: [THINGS.name, NAMES.name] }]);
});

test('an index is built while the table is read and written', async () => {
  await migrate(await migrations(THINGS, NAMES));
  const [writer, other] = [await connect(), await connect()];
  await writer.query('begin');
  await writer.query('insert into public.things (id) values (2)');
  const migrated = migrate(await migrations(THINGS, NAMES, INDEX));
  await untilBlocked(other, { like: 'create index concurrently%' });
  await other.query('insert into public.things (id) values (3)');
  await writer.query('commit');
  await migrated;
  const { rows } = await other.query(`select indisvalid from pg_index where indexrelid = 'public.things_by_name'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
});
