import type { Processor, Queue, QueueBase, Worker } from 'bullmq';
import pg from 'pg';
import { IDLE_CONNECTION_MS, noticingSilence } from '#engine/connections';
import { ASSERT_WRITABLE, isDatabaseUnavailable } from '#engine/persistence';
import { STATEMENT_MS } from '#engine/tenancy';
import { type Backend, loadBullMq } from './backend.ts';

const CONNECTIONS = 10;

/**
 * Uses a pool of our own. BullMQ removes its error listeners from a connection before it closes it; an error that arrives
 * in between, for instance because the database is shutting down, would end the process. Here each connection keeps an error
 * listener for its lifetime. Errors of queries still reach their callers.
 */
export async function openPostgresBackend(connectionString: string): Promise<Backend> {
  const { createPostgresBackend, DEFAULT_SCHEMA, withBackend } = await loadBullMq();
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  const pool = new pg.Pool({
    connectionString,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    ...noticingSilence(STATEMENT_MS.long),
    connectionTimeoutMillis: STATEMENT_MS.long,
  });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  markOutages(pool);
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const connection = pool as never;
  return {
    queue: <D>(name: string) => opened(new PgQueue<D>(name, { connection }) as unknown as Queue<D>),
    worker: <D>(name: string, process: Processor<D>, settings: object) =>
      opened(new PgWorker<D>(name, process as never, { ...settings, connection, autorun: false }) as unknown as Worker<D>),
    assertWritable: async () => void (await pool.query(ASSERT_WRITABLE)),
    evicts: async () => null,
    reported: (error) => error,
    close: () => pool.end(),
  };
}

/**
 * Waits until the queue is ready. One that failed before it was ready does not recover: BullMQ caches the first result, and a
 * running worker would poll without a pause.
 */
async function opened<Q extends QueueBase>(queue: Q): Promise<Q> {
  queue.on('error', () => undefined);
  try {
    await queue.waitUntilReady();
  } catch (error) {
    await queue.close();
    throw error;
  }
  return queue;
}

type Query = (...statement: unknown[]) => Promise<unknown>;

/** BullMQ pauses before it retries only if the error code says that the connection was refused. */
function markOutages(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  const marked: Query = (...statement) =>
    query(...statement).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? Object.assign(error as Error, { code: 'ECONNREFUSED' }) : error;
    });
  Object.assign(pool, { query: marked });
}

async function migrate(pool: pg.Pool): Promise<void> {
  const { runMigrations } = await loadBullMq();
  const client = await pool.connect();
  try {
    await runMigrations(client as never);
  } finally {
    client.release();
  }
}
