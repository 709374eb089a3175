import { csvLine } from '../../../libs/support/src/csv/csv-line.ts';
import { saveFile } from '../ui/save-file.ts';
import type { ReadRows } from './export-rows.tsx';

/** Further rows are left out. */
export const MOST_ROWS = 10_000;

type Value = string | number | null;
type Row = ReadonlyMap<string, Value>;

/** The fields of a row by their paths, such as `customer.email`. Lists are JSON. */
function fieldsOf(item: object, path = ''): [string, Value][] {
  return Object.entries(item).flatMap(([name, value]: [string, unknown]): [string, Value][] => {
    const at = `${path}${name}`;
    if (value === null || value === undefined) return [[at, null]];
    if (Array.isArray(value)) return [[at, JSON.stringify(value)]];
    if (typeof value === 'object') return fieldsOf(value, `${at}.`);
    return [[at, typeof value === 'number' ? value : String(value)]];
  });
}

/** Rows as CSV, with a column for each field that one of them has a value or `null` in. */
export function toCsv(items: readonly object[]): string {
  const rows: readonly Row[] = items.map((item) => new Map(fieldsOf(item)));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? null))].map(csvLine).join('');
}

/** Reads rows until there are no more, or as many as are saved, and saves them. Returns whether these are all. */
export async function saveRows(file: string, read: ReadRows): Promise<boolean> {
  const rows: object[] = [];
  let from: string | undefined;
  do {
    const { items, next } = await read(from);
    rows.push(...items);
    from = next ?? undefined;
  } while (from !== undefined && rows.length < MOST_ROWS);
  saveFile(`${file}.csv`, toCsv(rows.slice(0, MOST_ROWS)), 'text/csv');
  return from === undefined && rows.length <= MOST_ROWS;
}
