import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Requests } from '../load/workload.ts';
import type { Running } from '../running.ts';
import { grouped } from './grouped.ts';

const PATH = '/commits';
/** What PostgreSQL writes for a commit and for such a record besides the text. */
const OVERHEAD = 100;
/** A record of the write-ahead log that belongs to no table. */
const WRITE = `select pg_logical_emit_message(true, 'bench', repeat('x', $1))`;

interface Waiting {
  readonly bytes: number;
  readonly answer: () => void;
}

/** Requests of which each commits so many bytes of the write-ahead log. */
export const commits = (bytes: number): Requests => ({
  requests: [{ method: 'POST', path: PATH, body: JSON.stringify({ bytes: Math.max(1, Math.round(bytes - OVERHEAD)) }) }],
});

/**
 * The least that a server on this stack can do to keep bytes: it commits them, and reads and changes nothing. Requests that arrive during one
 * commit share the next. Same driver, same durability.
 */
export async function startBareCommits(databaseUrl: string): Promise<Running> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const commit = grouped(async (batch: readonly Waiting[]) => {
    const bytes = batch.reduce((sum, each) => sum + each.bytes, 0);
    await database.query({ name: 'commit', text: WRITE, values: [bytes] });
    return () => batch.forEach(({ answer }) => answer());
  });
  const server = fastify();
  server.post<{ Body: { bytes: number } }>(PATH, ({ body: { bytes } }, reply) => {
    commit({ bytes, answer: () => void reply.send({ committed: bytes }) });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close().then(() => database.end()) };
}
