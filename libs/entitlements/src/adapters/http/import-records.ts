import { pause } from '#kernel';
import { type BodyFile, csvLines, type FileLine, MalformedCsv, MalformedFile } from '#platform/http';
import { isColumn, valueOf } from './import-columns.ts';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

const MAX_LINES = 10_000;
const MAX_RECORD_BYTES = 64 * 1024;
const MAX_COLUMNS = 200;
const MAX_BLANK_LINES = 1000;

/** What a line of the file says: its JSON, or the columns of a line of CSV as the same JSON; or why it says nothing. */
export type ImportRecord = { readonly line: number; readonly bytes: number } & (
  { readonly value: unknown } | { readonly problem: string }
);

/** The records of the file in their order. Throws `MalformedFile` for a file that cannot be imported at all. */
export async function* recordsOf(file: BodyFile): AsyncGenerator<ImportRecord, void> {
  let count = 0;
  for await (const record of file.type === CSV ? csvRecords(file) : jsonRecords(file)) {
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
    if (line.text.trim() !== '') yield line;
    else if (++blank > MAX_BLANK_LINES) throw new MalformedFile(line.number, `A file has at most ${MAX_BLANK_LINES} blank lines`);
  }
}

async function* jsonRecords(file: BodyFile): AsyncGenerator<ImportRecord, void> {
  for await (const { number: line, text } of filled(file.lines(MAX_RECORD_BYTES))) {
    const bytes = Buffer.byteLength(text);
    try {
      yield { line, bytes, value: JSON.parse(text) as unknown };
    } catch {
      yield { line, bytes, problem: 'The line is not JSON' };
    }
  }
}

async function* csvRecords(file: BodyFile): AsyncGenerator<ImportRecord, void> {
  let header: readonly string[] | undefined;
  for await (const { number: line, text } of filled(joinedLines(file.lines(MAX_RECORD_BYTES)))) {
    if (!header) {
      header = headerOf(fieldsOf(text) ?? [], line);
      continue;
    }
    const bytes = Buffer.byteLength(text);
    const fields = fieldsOf(text);
    if (!fields) yield { line, bytes, problem: 'A quote must be closed, and be followed by a comma or the end of the line' };
    else if (fields.length !== header.length)
      yield { line, bytes, problem: `The line has ${fields.length} fields, not ${header.length}` };
    else yield { line, bytes, value: valueOf(header, fields) };
  }
}

/** Lines of CSV, joined where a quoted field contains the end of a line. */
async function* joinedLines(lines: AsyncIterable<FileLine>): AsyncGenerator<FileLine, void> {
  let open: FileLine | undefined;
  for await (const line of lines) {
    const joined: FileLine = open ? { number: open.number, text: `${open.text}\n${line.text}` } : line;
    if (joined.text.length > MAX_RECORD_BYTES) {
      throw new MalformedFile(joined.number, `A line has at most ${MAX_RECORD_BYTES} bytes; a quote may be open`);
    }
    open = isQuoteOpen(joined.text) ? joined : undefined;
    if (!open) yield joined;
  }
  if (open) yield open;
}

/** Within quotes, a quote is doubled. */
const isQuoteOpen = (text: string): boolean => text.split('"').length % 2 === 0;

/** Undefined if the text is not a line of CSV. */
function fieldsOf(text: string): readonly string[] | undefined {
  try {
    return csvLines(text, MAX_COLUMNS).next().value ?? [];
  } catch (error) {
    if (error instanceof MalformedCsv) return undefined;
    throw error;
  }
}

function headerOf(names: readonly string[], line: number): readonly string[] {
  const wrong = names.find((name, index) => !isColumn(name) || names.indexOf(name) < index);
  if (names.length === 0) throw new MalformedFile(line, `The header is not a line of CSV with at most ${MAX_COLUMNS} columns`);
  if (wrong !== undefined) {
    const reason = isColumn(wrong) ? 'is repeated' : 'is unknown';
    throw new MalformedFile(line, `The column '${wrong.slice(0, 100)}' ${reason}`);
  }
  if (!names.includes('type')) throw new MalformedFile(line, "The header has no column 'type'");
  return names;
}
