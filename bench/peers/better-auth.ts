import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { keyString } from '../load/workload.ts';
import { Child } from '../processes/start-child.ts';
import type { StartPeer } from './peer.ts';

const SOURCE = resolve('bench/peers/better-auth');

/** The columns that `createApiKey` of the plugin fills; a key is stored as the SHA-256 of its text. */
const KEYS = `
  insert into apikey (id, "configId", "referenceId", name, start, key, enabled, "rateLimitEnabled", "rateLimitTimeWindow", "rateLimitMax",
    "requestCount", "createdAt", "updatedAt", metadata)
  select gen_random_uuid(), 'default', gen_random_uuid(), 'bench', left(digest, 6), digest, true, false, 86400000, 10, 0, now(), now(), 'null'
  from unnest($1::text[]) as digest`;

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The plugin for API keys of Better Auth, installed from the npm registry in the versions of its lock file. */
export const betterAuth: StartPeer = async (bench, keys) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-better-auth-'));
  await cp(SOURCE, folder, { recursive: true });
  await promisify(execFile)('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: folder });
  const databaseUrl = await bench.database.makeDatabase('bench_better_auth');
  const secret = `${randomUUID()}${randomUUID()}`;
  const server = await Child.start<number>(pathToFileURL(join(folder, 'server.mjs')), [databaseUrl, secret]);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(KEYS, [Array.from({ length: keys }, (_, n) => digestOf(keyString(n)))]);
  await client.query('vacuum (analyze)');
  await client.end();
  return {
    name: 'Better Auth, API keys',
    server,
    workload: { path: '/verify', firstKey: 0, keys, body: {} },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
};
