import { columnsIn, csvRecords, fieldsIn, MalformedCsv } from '../../../../../libs/support/src/csv/csv.ts';
import { textOf, UnknownEncoding } from '../../../../../libs/support/src/csv/text-encoding.ts';
import type { KeyImportWords } from './words.en.ts';

const MOST_BYTES = 50 * 1024 * 1024;
const MOST_LINES = 10_000;
/** As the import of the API. */
const LIMITS = { fields: 200, length: 64 * 1024, blankLines: 1000 } as const;

/** A line of a file after its header. */
export interface KeyRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A line that cannot be read: it has another number of fields than the header, or wrong quotes. */
export interface UnreadableLine {
  readonly line: number;
  readonly problem: 'fields' | 'quotes';
}

interface KeyRecords {
  readonly header: readonly string[];
  readonly records: readonly KeyRecord[];
  readonly unreadable: readonly UnreadableLine[];
}

export interface KeyFile extends KeyRecords {
  readonly id: string;
  readonly name: string;
}

/** The header and the lines of a CSV file. Throws `MalformedCsv` if there is no header, or from a line on nothing can be read. */
export function keyRecords(text: string): KeyRecords {
  const [first, ...others] = csvRecords(text, LIMITS);
  if (first && 'problem' in first) throw new MalformedCsv(first.line, first.problem);
  const header = columnsIn(first?.fields ?? []);
  const records: KeyRecord[] = [];
  const unreadable: UnreadableLine[] = [];
  for (const record of others) {
    const { line } = record;
    const fields = 'problem' in record ? null : fieldsIn(record.fields, header.length);
    if (fields === null) unreadable.push({ line, problem: 'quotes' });
    else if (typeof fields === 'string') unreadable.push({ line, problem: 'fields' });
    else records.push({ line, fields });
  }
  return { header, records, unreadable };
}

/** Reads a file of keys, or says why it cannot be imported. */
export async function readKeyFile(file: File, words: KeyImportWords): Promise<KeyFile | string> {
  if (file.size > MOST_BYTES) return words.tooLarge;
  try {
    const found = keyRecords(textOf(new Uint8Array(await file.arrayBuffer())));
    if (found.records.length === 0 && found.unreadable.length === 0) return words.empty;
    if (found.records.length > MOST_LINES) return words.tooLong;
    return { id: crypto.randomUUID(), name: file.name, ...found };
  } catch (error) {
    if (error instanceof MalformedCsv) return words.malformed(error.line, error.message);
    if (error instanceof UnknownEncoding) return words.unknownEncoding;
    throw error;
  }
}
