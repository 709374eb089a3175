import { csvLine } from '../../../libs/support/src/csv/csv-line.ts';

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
