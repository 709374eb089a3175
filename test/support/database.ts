import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate, ormOptions } from '#platform/persistence';
import { contexts } from '../../apps/contexts.ts';

const SERVER = () => process.env['TEST_DATABASE_URL']!;

const withDatabase = (name: string): string => Object.assign(new URL(SERVER()), { pathname: `/${name}` }).href;

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client(SERVER());
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

let count = 0;

interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database; `drop` removes it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${process.env['JEST_WORKER_ID'] ?? 0}_${Date.now()}_${count++}`;
  await onServer(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`);
  return { url: withDatabase(name), drop: () => onServer(`drop database ${name} with (force)`) };
}

/** Creates a database with all migrations applied. */
export async function freshDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, contexts));
  await migrate(orm);
  await orm.close(true);
  return database;
}

interface DatabaseBeforeMigration extends TestDatabase {
  readonly run: <Row>(statement: string, ...values: unknown[]) => Promise<Row[]>;
  /** Applies the remaining migrations. */
  readonly upgrade: () => Promise<void>;
}

/** A database with all migrations that precede this one. */
export async function databaseBefore(migration: string): Promise<DatabaseBeforeMigration> {
  const { url, drop } = await emptyDatabase();
  const orm = await MikroORM.init(ormOptions(url, contexts));
  const run = <Row>(statement: string, ...values: unknown[]) => orm.em.fork().execute<Row[]>(statement, values);
  const names = orm.config.get('migrations').migrationsList!.map(({ name }) => name);
  await run('create schema platform');
  await orm.migrator.up({ to: names[names.indexOf(migration) - 1]! });
  return {
    url,
    run,
    upgrade: () => migrate(orm),
    drop: async () => {
      await orm.close(true);
      await drop();
    },
  };
}
