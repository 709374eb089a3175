import type { EntityManager } from '@mikro-orm/postgresql';
import type { Compilable, CompiledQuery } from 'kysely';
import { type MaybeStreamed, StreamedList } from '#support/streamed-lists';
import { currentContext, requestActivity, Turns } from '#engine/tenancy';
import { readDb } from './reads/read-db.ts';
import { FEW_ROWS } from './short-lists.ts';

/** The most rows of a page. Pages of large rows have fewer, because their size is only known when they were read. */
const PAGE_ROWS = [6, 25, 100] as const;
const MAX_ROWS = 100;
/** A page ends with the row whose large columns reach so many bytes together with those before it. */
const PAGE_BYTES = 256 * 1024;
/**
 * Pages after the first one of a list, of which a response may have thousands. Beside others, a tenant whose pages take longer reads
 * one at a time, and pauses twice as long as it took.
 */
const pageTurns = new Turns({
  places: 8,
  reserved: 0,
  maxPerTenant: 2,
  maxWaiting: 1_000,
  maxWaitMs: 60_000,
  slowMs: 5,
  activity: requestActivity,
});

/** A list as a query of its rows, which select the id and the time that orders the list. */
export interface List<Row> {
  readonly query: Compilable<Row>;
  /** The column of the time; the id breaks ties. With the conditions of the query, it needs an index. */
  readonly by?: string;
  /** The columns that may be large. */
  readonly large?: readonly string[];
  /** The number of rows, if it is known. */
  readonly count?: number;
}

/** A position in a list. The time is text, because a `Date` would lose its microseconds. */
interface Position {
  readonly list_time: string;
  readonly id: string;
}

interface PageColumns extends Position {
  /** The bytes of the large columns, and those of all rows of the page so far. */
  readonly list_size: number;
  readonly list_bytes: number;
}

interface PageOfRows<Row> {
  readonly rows: Row[];
  /** The position of the last row; null if the list ends with it. */
  readonly last: Position | null;
}

/**
 * The rows after a position: those of a page, and one more, which shows that the list does not end with the page. The text of the
 * query is put into another one, because building that by Kysely would take longer than a short list takes to read.
 */
export function pageQuery<Row>(
  { query, by = 'created_at', large = [] }: List<Row>,
  after: Position | null,
  most = MAX_ROWS,
): CompiledQuery<Row> {
  const rows = query.compile();
  const parameters = after ? [...rows.parameters, after.list_time, after.id] : rows.parameters;
  const rest = after ? `where ("${by}", id) > ($${parameters.length - 1}::timestamptz, $${parameters.length}::uuid)` : '';
  const size = ['0', ...large.map((column) => `coalesce(octet_length("${column}"::text), 0)`)].join(' + ');
  const sql = `select * from (
      select *, sum(list_size) over (order by "${by}", id rows unbounded preceding)::float8 as list_bytes
      from (
        select *, "${by}"::text as list_time, ${size} as list_size from (${rows.sql}) as list ${rest}
        order by "${by}", id limit ${most + 1}
      ) as candidates
    ) as page where list_bytes - list_size < ${PAGE_BYTES} order by "${by}", id`;
  return { ...rows, sql, parameters };
}

const withoutPageColumns = <Row>({ list_time: _time, list_size: _size, list_bytes: _bytes, ...row }: Row & PageColumns): Row =>
  row as unknown as Row;

async function readPage<Row>(
  em: EntityManager,
  list: List<Row>,
  after: Position | null,
  most = MAX_ROWS,
): Promise<PageOfRows<Row>> {
  const found = (await readDb<object>(em).executeQuery(pageQuery(list, after, most))).rows as (Row & PageColumns)[];
  const page = found.slice(0, most);
  const last = page.at(-1);
  const isWhole = found.length <= most && (last === undefined || last.list_bytes < PAGE_BYTES);
  return { rows: page.map((row) => withoutPageColumns<Row>(row)), last: isWhole ? null : last! };
}

/** Room for twice as many rows as the page before had. */
const rowsAfter = (count: number): number => PAGE_ROWS.find((most) => most >= 2 * count) ?? MAX_ROWS;

async function* pagesFrom<Row>(
  em: EntityManager,
  list: List<Row>,
  first?: PageOfRows<Row>,
): AsyncGenerator<readonly Row[], void> {
  let page = first ?? (await readPage(em, list, null));
  yield page.rows;
  while (page.last) {
    const endTurn = await pageTurns.take(currentContext());
    page = await readPage(em, list, page.last, rowsAfter(page.rows.length)).finally(endTurn);
    yield page.rows;
  }
}

/**
 * Reads a list, oldest first. A page is a statement of its own, so no connection is held between pages, and a list of any length
 * takes the memory of a page. What is added or removed meanwhile may be in the list or not; everything else is in it once.
 */
export const streamList = <Row>(em: EntityManager, list: List<Row>): StreamedList<Row> => new StreamedList(pagesFrom(em, list));

/** The rows of a list that is known to be short; null if it is longer. */
async function readFew<Row>(em: EntityManager, { query, by = 'created_at', count }: List<Row>): Promise<Row[] | null> {
  if (count === undefined || count > FEW_ROWS) return null;
  const rows = query.compile();
  const sql = `select * from (${rows.sql}) as list order by "${by}", id limit ${FEW_ROWS + 1}`;
  const found = await readDb<object>(em).executeQuery<Row>({ ...rows, sql });
  return found.rows.length <= FEW_ROWS ? found.rows : null;
}

/** Reads the list if it is short: one page. Otherwise the other pages are read when they are needed. */
export async function readOrStreamList<Row>(em: EntityManager, list: List<Row>): Promise<MaybeStreamed<Row>> {
  const few = await readFew(em, list);
  if (few) return few;
  const first = await readPage(em, list, null);
  return first.last ? new StreamedList(pagesFrom(em, list, first)) : first.rows;
}
