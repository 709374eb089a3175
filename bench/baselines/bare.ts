import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { DatabaseServer } from '../database-server.ts';
import { keyString } from '../load/workload.ts';
import type { Running } from '../running.ts';
import { grouped } from './grouped.ts';

/** The columns of a license key that the response contains. The fill factor leaves room for HOT updates. */
const TABLE = `
  create table bare_keys (
    key text primary key,
    id uuid not null default gen_random_uuid(),
    customer_id uuid not null default gen_random_uuid(),
    benefit_id uuid not null default gen_random_uuid(),
    status text not null default 'granted',
    limit_activations int,
    usage int not null default 0,
    limit_usage int,
    validations int not null default 0,
    last_validated_at timestamptz,
    expires_at timestamptz,
    created_at timestamptz not null default now()
  ) with (fillfactor = 50)`;

const UPDATE = `
  update bare_keys k set validations = k.validations + asked.times, last_validated_at = now()
  from (select key, count(*)::int as times from unnest($1::text[]) as key group by key) as asked
  where k.key = asked.key returning k.*`;

/** Timestamps stay in PostgreSQL's text format, which avoids parsing them. */
const INT4 = 23;
const types = { getTypeParser: (oid: number) => (oid === INT4 ? Number : (text: string) => text) };

export async function makeBareKeys(server: DatabaseServer, keys: number): Promise<string> {
  const url = await server.makeDatabase('bench_bare');
  const client = new pg.Client(url);
  await client.connect();
  await client.query(TABLE);
  await client.query('insert into bare_keys (key) select unnest($1::text[])', [
    Array.from({ length: keys }, (_, n) => keyString(n)),
  ]);
  await client.query('vacuum (analyze)');
  await client.end();
  return url;
}

interface Row {
  readonly key: string;
}

interface Waiting {
  readonly key: string;
  readonly answer: (row: Row) => void;
}

/**
 * The least work that a server on this stack can do for a validation: one row update, no checks, no customer, no encryption.
 * Requests that arrive during one UPDATE share the next one. Same driver, same durability.
 */
export async function startBare(databaseUrl: string): Promise<Running> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const validate = grouped(async (batch: readonly Waiting[]) => {
    const values = [batch.map(({ key }) => key)];
    const { rows } = await database.query<Row>({ name: 'validate', text: UPDATE, values, types });
    const found = new Map(rows.map((row) => [row.key, row]));
    return () => batch.forEach(({ key, answer }) => answer(found.get(key)!));
  });

  const server = fastify();
  server.post<{ Body: { key: string } }>('/v1/customer-portal/license-keys/validate', (request, reply) => {
    validate({ key: request.body.key, answer: (row) => void reply.send(row) });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close().then(() => database.end()) };
}
