import { saveFile } from '../ui/save-file.ts';
import { toCsv } from './to-csv.ts';

/** Some rows of a list, and where the next ones begin. */
interface Part {
  readonly items: readonly object[];
  readonly next: string | null;
}

export type ReadRows = (from: string | undefined) => Promise<Part>;

/** Further rows are left out. */
export const MOST_ROWS = 10_000;

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
