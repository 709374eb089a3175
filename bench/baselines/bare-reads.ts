import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { DatabaseServer } from '../database-server.ts';
import type { Running } from '../running.ts';

/** A response of the product that the bare server imitates: items on a page, in a list of `total`, and bytes of the response. */
export interface ReadShape {
  readonly line: string;
  readonly items: number;
  readonly total: number;
  readonly bytes: number;
}

/** Columns of an item, and of what it embeds. */
const COLUMNS = 8;
const NAMES = Array.from({ length: COLUMNS }, (_, index) => `c${index}`).join(', ');
const DEFINITIONS = Array.from({ length: COLUMNS }, (_, index) => `c${index} text not null`).join(', ');

const TABLES = `
  create table bare_embedded (id uuid primary key, ${DEFINITIONS});
  create table bare_items (line text, list int, position int, id uuid not null default gen_random_uuid(), embedded_id uuid not null,
    ${DEFINITIONS}, primary key (line, list, position))`;

/** `$2` lists of `$3` items. The values have `$4` characters. */
const FILL = `
  with embedded as (
    insert into bare_embedded
    select gen_random_uuid(), ${Array.from({ length: COLUMNS }, () => 'v').join(', ')}
    from repeat('x', $4::int) as v, generate_series(1, $2::int * $3::int) returning *),
  numbered as (select *, row_number() over () - 1 as n from embedded)
  insert into bare_items (line, list, position, embedded_id, ${NAMES})
  select $1, n / $3::int, n % $3::int, id, ${NAMES} from numbered`;

const PAGE = `
  select id, embedded_id, ${NAMES}, (count(*) over ())::int as total from bare_items
  where line = $1 and list = $2 order by position limit $3`;
const EMBEDDED = `select id, ${NAMES} from bare_embedded where id = any($1::uuid[])`;

/** Lists of one item each, of which one is drawn. */
export const SINGLE_ITEMS = 1_000;

export async function makeBareReads(server: DatabaseServer, shapes: readonly ReadShape[]): Promise<string> {
  const url = await server.makeDatabase('bench_bare_reads');
  const client = new pg.Client(url);
  await client.connect();
  await client.query(TABLES);
  for (const { line, items, total, bytes } of shapes) {
    const length = Math.max(1, Math.floor(bytes / items / COLUMNS / 2) - OVERHEAD);
    await client.query(FILL, [line, total === 1 ? SINGLE_ITEMS : 1, total, length]);
  }
  await client.query('vacuum (analyze)');
  await client.end();
  return url;
}

/** Characters of JSON around a value, and its share of the ids and the total: `"c0":"",` and the rest. */
const OVERHEAD = 20;

interface Item {
  readonly embedded_id: string;
  readonly total: number;
}

/**
 * The least work that a server on this stack can do for a read: a page with its total and what is embedded, by two prepared
 * statements that each read an index. No credentials, no rights.
 */
export async function startBareReads(databaseUrl: string): Promise<Running> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const server = fastify();
  server.get<{ Params: { line: string; list: string; limit: string } }>('/:line/:list/:limit', async ({ params }) => {
    const values = [params.line, params.list, params.limit];
    const page = await pool.query<Item>({ name: 'page', text: PAGE, values });
    const ids = page.rows.map((item) => item.embedded_id);
    const embedded = await pool.query<{ id: string }>({ name: 'embedded', text: EMBEDDED, values: [ids] });
    const byId = new Map(embedded.rows.map((row) => [row.id, row]));
    const items = page.rows.map((item) => ({ ...item, embedded: byId.get(item.embedded_id) }));
    return { items, pagination: { total_count: page.rows[0]!.total } };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close().then(() => pool.end()) };
}
