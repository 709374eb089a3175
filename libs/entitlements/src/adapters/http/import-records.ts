import { columnsIn, CsvReader, type CsvRecord, fieldsIn, MalformedCsv } from '#support/csv';
import { type JsonLimits, parseJson, TooMuchJson } from '#support/json';
import { pause } from '#support/slices';
import { type BodyFile, type FileLine, MalformedFile } from '#platform/http';
import type { Issue } from '#platform/wire';
import { type ColumnForms, type DeclaredForms, FormRecognition } from './column-forms.ts';
import { columnOf, valueOf } from './import-columns.ts';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

const MAX_LINES = 10_000;
const MAX_RECORD_BYTES = 64 * 1024;
/** More than activations of license keys in a line of this length. */
const LIMITS: JsonLimits = { containers: 5_000, values: 20_000 };
const MAX_COLUMNS = 200;
const MAX_BLANK_LINES = 1000;

/** What a line of the file says: its JSON, or the cells of a line of CSV as the same JSON; or why it says nothing. */
export type ImportRecord = { readonly line: number; readonly bytes: number } & (
  | {
      readonly value: unknown;
      /** What is wrong with cells, which the value does not have. */
      readonly issues: readonly Issue[];
    }
  | { readonly problem: string }
);

const WITHOUT_COLUMNS: ColumnForms = { amounts: new Map(), dates: new Map() };

/** The forms of the columns of the file. Throws `MalformedFile` for a file that cannot be imported at all. */
export async function columnFormsOf(file: BodyFile, declared: DeclaredForms): Promise<ColumnForms> {
  if (file.type !== CSV) return WITHOUT_COLUMNS;
  const recognition = new FormRecognition();
  for await (const row of rowsOf(file)) {
    if ('cells' in row) recognition.add(row.columns, row.cells);
    await pause();
  }
  return recognition.forms(declared);
}

/** The records of the file in their order. Throws `MalformedFile` for a file that cannot be imported at all. */
export async function* recordsOf(file: BodyFile, forms: ColumnForms): AsyncGenerator<ImportRecord, void> {
  let count = 0;
  for await (const record of file.type === CSV ? csvRecords(file, forms) : jsonRecords(file)) {
    count++;
    if (count > MAX_LINES) throw new MalformedFile(record.line, `A file has at most ${MAX_LINES} lines`);
    await pause();
    yield record;
  }
  if (count === 0) throw new MalformedFile(1, 'The file has no lines');
}

/** Lines that are not blank. */
async function* filled(lines: AsyncIterable<FileLine>): AsyncGenerator<FileLine, void> {
  let blank = 0;
  for await (const line of lines) {
    if (line.text?.trim() !== '') yield line;
    else if (++blank > MAX_BLANK_LINES) throw new MalformedFile(line.number, `A file has at most ${MAX_BLANK_LINES} blank lines`);
  }
}

async function* jsonRecords(file: BodyFile): AsyncGenerator<ImportRecord, void> {
  for await (const { number: line, text } of filled(file.lines(MAX_RECORD_BYTES))) {
    if (text === null) {
      yield { line, bytes: 0, problem: `A line has at most ${MAX_RECORD_BYTES} bytes` };
      continue;
    }
    const bytes = Buffer.byteLength(text);
    try {
      yield { line, bytes, value: parseJson(text, LIMITS), issues: [] };
    } catch (error) {
      yield { line, bytes, problem: error instanceof TooMuchJson ? error.message : 'The line is not JSON' };
    }
  }
}

async function* csvRecords(file: BodyFile, forms: ColumnForms): AsyncGenerator<ImportRecord, void> {
  for await (const { line, bytes, ...row } of rowsOf(file)) {
    yield 'problem' in row ? { line, bytes, ...row } : { line, bytes, ...valueOf(row.columns, row.cells, forms) };
  }
}

type Row = { readonly line: number; readonly bytes: number } & (
  { readonly columns: readonly string[]; readonly cells: readonly string[] } | { readonly problem: string }
);

/** The lines of a table after its header. */
async function* rowsOf(file: BodyFile): AsyncGenerator<Row, void> {
  let header: readonly string[] | undefined;
  for await (const record of recordsIn(file)) {
    const { line, length: bytes } = record;
    if (!header) header = headerOf(record);
    else if ('problem' in record) yield { line, bytes, problem: record.problem };
    else {
      const cells = fieldsIn(record.fields, header.length);
      yield typeof cells === 'string' ? { line, bytes, problem: cells } : { line, bytes, columns: header, cells };
    }
  }
}

async function* recordsIn(file: BodyFile): AsyncGenerator<CsvRecord, void> {
  const reader = new CsvReader({ fields: MAX_COLUMNS, length: MAX_RECORD_BYTES, blankLines: MAX_BLANK_LINES });
  try {
    for await (const text of file.text()) yield* reader.read(text);
    yield* reader.end();
  } catch (error) {
    throw error instanceof MalformedCsv ? new MalformedFile(error.line, error.message) : error;
  }
}

function headerOf(record: CsvRecord): readonly string[] {
  const { line } = record;
  if ('problem' in record) throw new MalformedFile(line, `The header is not a line of CSV: ${record.problem}`);
  const names = columnsIn(record.fields).map((name) => columnOf(name) ?? { unknown: name });
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string') throw new MalformedFile(line, `The column '${name.unknown.slice(0, 100)}' is unknown`);
    if (names.indexOf(name) < index) throw new MalformedFile(line, `The column '${name}' is repeated`);
  }
  if (!names.includes('type')) throw new MalformedFile(line, "The header has no column 'type'");
  return names as readonly string[];
}
