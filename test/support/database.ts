import pg from 'pg';
import { assertNoSecretsLogged } from './logged-secrets.ts';

const SERVER = () => process.env['TEST_DATABASE_URL']!;

const withDatabase = (name: string): string => Object.assign(new URL(SERVER()), { pathname: `/${name}` }).href;

async function onServer<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(SERVER());
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

let count = 0;

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

const EMPTY = `template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`;

async function create(client: pg.Client, options: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${process.env['JEST_WORKER_ID'] ?? 0}_${Date.now()}_${count++}`;
  await client.query(`create database ${name} ${options}`);
  return {
    url: withDatabase(name),
    drop: async () => {
      await onServer((dropper) => drop(dropper, name));
      assertNoSecretsLogged();
    },
  };
}

const MAX_CHECKS = 20;

/**
 * A pool that has ended does not wait until the server has closed its connections. One that is terminated meanwhile gets an error that
 * nobody listens for, so they get up to 0.4 seconds to close.
 */
async function drop(client: pg.Client, name: string): Promise<void> {
  const isUsed = async () => ((await client.query('select from pg_stat_activity where datname = $1', [name])).rowCount ?? 0) > 0;
  for (let checks = 0; checks < MAX_CHECKS && (await isUsed()); checks++) await client.query('select pg_sleep(0.02)');
  await client.query(`drop database ${name} with (force)`);
}

/** Creates an empty database; `drop` removes it. */
export const emptyDatabase = (): Promise<TestDatabase> => onServer((client) => create(client, EMPTY));

/**
 * Creates a database with all migrations applied: a copy of the template that global-setup.mjs names. The suite that needs it first
 * makes it; others wait meanwhile.
 */
export const freshDatabase = (): Promise<TestDatabase> =>
  onServer(async (client) => {
    const template = process.env['TEST_TEMPLATE']!;
    if (!(await exists(client, template))) await makeTemplate(client, template);
    return create(client, `template ${template}`);
  });

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;

/** The template gets its name when it is complete. */
async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    if (await exists(client, name)) return;
    const database = await create(client, EMPTY);
    const { migrateAll } = await import('./migrate-all.ts');
    await migrateAll(database.url);
    await client.query(`alter database ${new URL(database.url).pathname.slice(1)} rename to ${name}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}
