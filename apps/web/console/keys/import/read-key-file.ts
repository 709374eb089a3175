import { columnsIn, csvRecords, fieldsIn, MalformedCsv } from '../../../../../libs/support/src/csv/csv.ts';
import { textOf, UnknownEncoding } from '../../../../../libs/support/src/csv/text-encoding.ts';
import type { Words } from '../../words/en.ts';

const MOST_BYTES = 50 * 1024 * 1024;
const MOST_LINES = 10_000;
/** As the import of the API. */
const LIMITS = { fields: 200, length: 64 * 1024, blankLines: 1000 } as const;

/** A line of a file after its header. */
export interface KeyRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface KeyFile {
  readonly id: string;
  readonly name: string;
  readonly header: readonly string[];
  readonly records: readonly KeyRecord[];
}

/** The header and the lines of a CSV file. Throws `MalformedCsv`. */
export function keyRecords(text: string): { readonly header: readonly string[]; readonly records: readonly KeyRecord[] } {
  const [header, ...records] = [...csvRecords(text, LIMITS)].map((record) => {
    if ('problem' in record) throw new MalformedCsv(record.line, record.problem);
    return { line: record.line, fields: record.fields };
  });
  const columns = columnsIn(header?.fields ?? []);
  return {
    header: columns,
    records: records.map(({ line, fields }) => {
      const own = fieldsIn(fields, columns.length);
      if (typeof own === 'string') throw new MalformedCsv(line, own);
      return { line, fields: own };
    }),
  };
}

/** Reads a file of keys, or says why it cannot be imported. */
export async function readKeyFile(file: File, words: Words['keyImport']): Promise<KeyFile | string> {
  if (file.size > MOST_BYTES) return words.tooLarge;
  try {
    const { header, records } = keyRecords(textOf(new Uint8Array(await file.arrayBuffer())));
    if (records.length === 0) return words.empty;
    if (records.length > MOST_LINES) return words.tooLong;
    return { id: crypto.randomUUID(), name: file.name, header, records };
  } catch (error) {
    if (error instanceof MalformedCsv) return words.malformed(error.line, error.message);
    if (error instanceof UnknownEncoding) return words.unknownEncoding;
    throw error;
  }
}
