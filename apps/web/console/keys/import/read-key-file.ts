import { type CsvRecord, csvRecords, MalformedCsv } from './csv.ts';
import type { Words } from '../../words/en.ts';

const MOST_BYTES = 50 * 1024 * 1024;
const MOST_LINES = 10_000;

export interface KeyFile {
  readonly id: string;
  readonly name: string;
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** Reads a file of keys, or says why it cannot be imported. */
export async function readKeyFile(file: File, words: Words['keyImport']): Promise<KeyFile | string> {
  if (file.size > MOST_BYTES) return words.tooLarge;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    const [header, ...records] = csvRecords(text);
    if (!header || records.length === 0) return words.empty;
    if (records.length > MOST_LINES) return words.tooLong;
    return { id: crypto.randomUUID(), name: file.name, header: header.fields, records };
  } catch (error) {
    if (error instanceof MalformedCsv) return words.malformed(error.line);
    if (error instanceof TypeError) return words.notUtf8;
    throw error;
  }
}
