import { availableParallelism, totalmem } from 'node:os';
import { settingNames } from '#platform/config/composition';
import { DeliveryQueue, openBackend } from '#platform/messaging/composition';
import { isSecretName } from '#platform/wire/composition';
import { operationalProblem } from '#engine/checks';
import { withinTime } from '#engine/connections';
import { withClient } from '../../start-checks.ts';
import { provenance } from '../../version.ts';
import { type Define, defineCommand, NoOptions } from '../define-command.ts';
import { examine } from '../doctor/examine.ts';
import { resolveQueue, resolveSettings } from '../resolve-settings.ts';
import { listFailed } from './events.ts';

const MOST_TABLES = 40;
const MOST_FAILED = 100;
/** Mail servers repeat the address that they refuse. */
const EMAIL_ADDRESS = /[^\s"<>:,]+@[^\s"<>:,]+/g;
const SERVER_SETTINGS = [
  'max_connections',
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'max_wal_size',
  'synchronous_commit',
  'TimeZone',
];

const TABLES = `select schemaname || '.' || relname as table, n_live_tup::float as rows, n_dead_tup::float as dead_rows,
  pg_total_relation_size(relid)::float as bytes, last_autovacuum, last_autoanalyze
  from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit ${MOST_TABLES}`;

/** The settings that are set. Secrets are only said to be there, and addresses have no credentials. */
export const shownSettings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    settingNames().flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [[name, shown(name, value)]] : [];
    }),
  );

const HIDDEN = '(set)';

function shown(name: string, value: string): string {
  if (isSecretName(name)) return HIDDEN;
  const url = URL.parse(value);
  if (!url?.host) return value.includes('://') || value.includes('@') ? HIDDEN : value;
  return `${url.protocol}//${url.username || url.password ? '(credentials)@' : ''}${url.host}${url.pathname}${url.search ? '?(parameters)' : ''}`;
}

/** A part that cannot be read says why, and ends no other. */
const part = async (name: string, read: () => Promise<unknown>): Promise<unknown> =>
  withinTime(name, read()).catch((error: unknown) => ({ error: operationalProblem(error) ?? (error as Error).message }));

async function readDatabase(env: NodeJS.ProcessEnv) {
  const { databaseUrl } = await resolveSettings(env);
  return withClient(databaseUrl, async (client) => ({
    version: (await client.query<{ version: string }>('select version()')).rows[0]!.version,
    settings: (await client.query('select name, setting, unit from pg_settings where name = any($1)', [SERVER_SETTINGS])).rows,
    migrations: (await client.query<{ name: string }>('select name from platform.migrations order by id desc limit 10')).rows,
    tables: (await client.query(TABLES)).rows,
  }));
}

async function readEvents(env: NodeJS.ProcessEnv) {
  const backend = await openBackend(resolveQueue(env));
  const deliveries = await DeliveryQueue.open(backend);
  try {
    const { data: failed } = await listFailed(deliveries, MOST_FAILED);
    const texts = JSON.stringify(failed).replaceAll(EMAIL_ADDRESS, '(address)');
    return { jobs: await deliveries.counts(), failed: JSON.parse(texts) as unknown };
  } finally {
    await deliveries.close();
    await backend.close();
  }
}

/** What somebody who helps needs to know: no secrets, and no data of customers. */
async function bundle(env: NodeJS.ProcessEnv) {
  const [findings, database, events] = await Promise.all([
    examine(env),
    part('The database at DATABASE_URL', () => readDatabase(env)),
    part('The queue', () => readEvents(env)),
  ]);
  return {
    made_at: new Date().toISOString(),
    release: provenance(),
    machine: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      cores: availableParallelism(),
      memory_bytes: totalmem(),
    },
    settings: shownSettings(env),
    findings,
    database,
    events,
  };
}

export const defineSupportBundle: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: NoOptions,
    async run(_options, env) {
      const data = await bundle(env);
      return { text: JSON.stringify(data, null, 2), data };
    },
  });
