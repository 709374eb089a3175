import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely';
import { type MaybeStreamed, StreamedList } from '#platform/wire';
import { readDb } from './kysely.ts';

const PAGE_ROWS = 100;
/** A page ends with the row whose large columns reach so many bytes together with those before it. */
const PAGE_BYTES = 256 * 1024;

/** A query of the rows of a list, without an order. */
export interface List<DB, TB extends keyof DB, Row> {
  readonly query: SelectQueryBuilder<DB, TB, Row>;
  /** The name of the listed table in the query, if there are several. */
  readonly table?: string;
  /** The column of the time that orders the list; the id breaks ties. With the conditions, it needs an index. */
  readonly by?: string;
  /** The columns that may be large. */
  readonly large?: readonly string[];
}

/** A position in a list. The time is text, because a `Date` would lose its microseconds. */
interface Position {
  readonly list_time: string;
  readonly list_id: string;
}

interface PageColumns extends Position {
  /** The bytes of the large columns, and those of all rows of the page so far. */
  readonly list_size: number;
  readonly list_read: number;
}

interface PageOfRows<Row> {
  readonly rows: Row[];
  /** The position of the last row; null if the list ends with it. */
  readonly last: Position | null;
}

/** The rows after a position: those of a page, and one more, which shows that the list does not end with the page. */
export function pageQuery<DB, TB extends keyof DB, Row>(
  em: EntityManager,
  { query, table, by = 'created_at', large = [] }: List<DB, TB, Row>,
  after: Position | null,
) {
  const column = (name: string) => sql.ref<string>(table === undefined ? name : `${table}.${name}`);
  const place = sql`${column(by)}, ${column('id')}`;
  const sizes = large.map((name) => sql`coalesce(octet_length(${column(name)}::text), 0)`);
  const size = sizes.length > 0 ? sql<number>`${sql.join(sizes, sql` + `)}` : sql<number>`0`;
  const remaining = after
    ? query.where(sql<boolean>`(${place}) > (${after.list_time}::timestamptz, ${after.list_id}::uuid)`)
    : query;
  const next = remaining
    .select([sql<string>`${column(by)}::text`.as('list_time'), sql<string>`${column('id')}`.as('list_id')])
    .select(size.as('list_size'))
    .select(sql<number>`(sum(${size}) over (order by ${place} rows unbounded preceding))::float8`.as('list_read'))
    .orderBy(place)
    .limit(PAGE_ROWS + 1);
  return readDb<object>(em)
    .selectFrom(next.as('page') as unknown as AliasedExpression<Row & PageColumns, 'page'>)
    .selectAll()
    .where(sql<boolean>`list_read - list_size < ${PAGE_BYTES}`)
    .orderBy(sql`list_time::timestamptz, list_id`);
}

async function readPage<DB, TB extends keyof DB, Row>(
  em: EntityManager,
  list: List<DB, TB, Row>,
  after: Position | null,
): Promise<PageOfRows<Row>> {
  const found = (await pageQuery(em, list, after).execute()) as (Row & PageColumns)[];
  const page = found.slice(0, PAGE_ROWS);
  const last = page.at(-1);
  const isWhole = found.length <= PAGE_ROWS && (last === undefined || last.list_read < PAGE_BYTES);
  return {
    rows: page.map(({ list_time: _time, list_id: _id, list_size: _size, list_read: _read, ...row }) => row as unknown as Row),
    last: isWhole ? null : last!,
  };
}

async function* pagesAfter<DB, TB extends keyof DB, Row>(
  em: EntityManager,
  list: List<DB, TB, Row>,
  position: Position | null,
): AsyncGenerator<readonly Row[], void> {
  let after: Position | null = position;
  do {
    const { rows, last } = await readPage(em, list, after);
    yield rows;
    after = last;
  } while (after);
}

async function* firstThen<Row>(
  first: readonly Row[],
  others: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  yield first;
  yield* others;
}

/**
 * Reads a list, oldest first. A page is a statement of its own, so no connection is held between pages, and a list of any length
 * takes the memory of a page. What is added or removed meanwhile may be in the list or not; everything else is in it once.
 */
export const streamList = <DB, TB extends keyof DB, Row>(em: EntityManager, list: List<DB, TB, Row>): StreamedList<Row> =>
  new StreamedList(pagesAfter(em, list, null));

/** Reads the list if it is short: one page. Otherwise the other pages are read when they are needed. */
export async function readOrStreamList<DB, TB extends keyof DB, Row>(
  em: EntityManager,
  list: List<DB, TB, Row>,
): Promise<MaybeStreamed<Row>> {
  const { rows, last } = await readPage(em, list, null);
  return last ? new StreamedList(firstThen(rows, pagesAfter(em, list, last))) : rows;
}
