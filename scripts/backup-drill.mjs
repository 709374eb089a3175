import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { resolveSettings } from '../apps/cli/resolve-settings.ts';
import { pendingMigrations } from '../apps/migrate/migrate-database.ts';
import { assertSecretKey } from '../apps/start-checks.ts';

const USAGE = `Usage: npm run drill:backup -- --to postgres://user@other-server/postgres [--keep]

Dumps the database of the service (DATABASE_URL, or that of the running \`npm start\`) with pg_dump while it is in use, restores the
dump into a new database on the server of --to with pg_restore, and checks it: every change that was committed before the dump is
there, its tables are those of this version, and SECRET_KEY is the key of its data. Then it drops the new database, unless --keep is
given.`;

/** Each change writes an event in its transaction: if the last events are there, so are the last changes. */
const NEWEST_EVENTS = 'select id from platform.outbox order by id desc limit 1000';
const MISSING_EVENTS = 'select id from unnest($1::bigint[]) as id where id not in (select id from platform.outbox)';

class DrillFailed extends Error {}

const megabytes = (bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

const { values: options } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'boolean', default: false } } });

try {
  if (!options.to) throw new DrillFailed(`--to is needed.\n\n${USAGE}`);
  await drill(await resolveSettings(process.env), options.to);
} catch (error) {
  process.stderr.write(`The drill failed: ${error.message}\n`);
  process.exit(1);
}

async function drill({ databaseUrl: from, secretKeys }, server) {
  await assertToolsFit(from, server);
  await assertSecretKey({ databaseUrl: from, secretKeys });
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-drill-'));
  const name = `latchkey_drill_${randomBytes(4).toString('hex')}`;
  const restored = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  let isCreated = false;
  try {
    const dump = join(folder, 'latchkey.dump');
    const events = (await query(from, NEWEST_EVENTS)).map(({ id }) => id);
    const dumped = timed(() => run('pg_dump', ['--format=custom', `--file=${dump}`], from));
    say(`Dumped ${megabytes(statSync(dump).size)} in ${dumped}.`);
    await query(server, `create database ${name} template template0 encoding 'UTF8'`);
    isCreated = true;
    const took = timed(() => run('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', dump], restored));
    say(`Restored it in ${took}.`);
    const missing = await query(restored, MISSING_EVENTS, [events]);
    if (missing.length > 0) throw new DrillFailed(`${missing.length} of the last ${events.length} changes are missing.`);
    say(`The last ${events.length} changes before the dump are there.`);
    const pending = await pendingMigrations(restored);
    if (pending.length > 0) throw new DrillFailed(`${pending.length} migrations are missing: the dump is of an earlier version.`);
    await assertSecretKey({ databaseUrl: restored, secretKeys });
    say('Its tables are those of this version, and SECRET_KEY is the key of its data.');
    if (options.keep) say(`The database is ${name}.`);
  } finally {
    if (isCreated && !options.keep) await query(server, `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true });
  }
}

/** A dump can be read by a server that is not older, and made by a `pg_dump` that is not older either. */
async function assertToolsFit(from, server) {
  const [major, target] = [await majorOf(from), await majorOf(server)];
  for (const tool of ['pg_dump', 'pg_restore']) {
    const version = /\d+/.exec(run(tool, ['--version']))?.[0];
    if (Number(version) < major) throw new DrillFailed(`${tool} is of version ${version}, older than the server (${major}).`);
  }
  if (target < major)
    throw new DrillFailed(`The server of --to has version ${target}, older than that of DATABASE_URL (${major}).`);
}

async function majorOf(url) {
  const [{ version }] = await query(url, `select current_setting('server_version_num')::int / 10000 as version`);
  return version;
}

async function query(url, text, values) {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The password is not among the arguments, which every user of the machine can see. */
function run(tool, args, database) {
  const url = database && new URL(database);
  const env = url?.password ? { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } : process.env;
  if (url) url.password = '';
  try {
    return execFileSync(tool, url ? [`--dbname=${url}`, ...args] : args, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new DrillFailed(`${tool} is not installed. It is part of the client programs of PostgreSQL.`);
    throw new DrillFailed(`${tool}: ${String(error.stderr).trim()}`);
  }
}

function timed(work) {
  const start = performance.now();
  work();
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
