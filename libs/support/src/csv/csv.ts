/** A record of a CSV file and the line on which it begins, of which the first one is 1; or what is wrong with that line. */
export type CsvRecord = { readonly line: number; readonly length: number } & (
  { readonly fields: readonly string[] } | { readonly problem: string }
);

export interface CsvLimits {
  /** The most fields of a record. */
  readonly fields: number;
  /** The greatest length of a record, in UTF-16 code units. */
  readonly length: number;
  readonly blankLines: number;
}

/** Thrown for a file that is not CSV from this line on. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** What separates fields: spreadsheets write semicolons where commas separate decimals. */
const SEPARATORS = [',', ';', '\t'] as const;
/** What spreadsheets write into the first line to say what separates fields. */
const SEPARATOR_LINE = /^"?sep=([^"\w\r\n])"?[,;\t ]*$/i;
const LINE_END = /\r\n?|\n/g;
const WRONG_QUOTES = 'A quote must be closed, and be followed by a separator or the end of the line';

/** The position of the closing quote of the field that begins before `at` with a quote; -1 if it is open. */
function closingQuote(text: string, at: number): number {
  for (let found = text.indexOf('"', at); ; found = text.indexOf('"', found + 2)) {
    if (found < 0 || text[found + 1] !== '"') return found;
  }
}

const afterSpaces = (text: string, at: number): number => {
  let end = at;
  while (text[end] === ' ') end++;
  return end;
};

/**
 * Reads the text of a CSV file (RFC 4180) as it comes: separated by commas, semicolons or tabs, which the first line decides, or by what
 * its first line names (`sep=;`). Fields have no blanks at their ends; lines without any content are left out. A record is read when it
 * is asked for, in time proportional to its length.
 */
export class CsvReader {
  private rest = '';
  private line = 1;
  private blankLines = 0;
  private separator: string | undefined;
  private plainEnd = LINE_END;

  constructor(private readonly limits: CsvLimits) {}

  /** The records that end in the text that is known now. Throws `MalformedCsv`. */
  *read(text: string): Generator<CsvRecord, void> {
    this.rest += text;
    yield* this.records(false);
  }

  /** The record at the end of the file, if it has no end of line. Throws `MalformedCsv`. */
  *end(): Generator<CsvRecord, void> {
    yield* this.records(true);
  }

  private *records(isLast: boolean): Generator<CsvRecord, void> {
    let at = this.separator === undefined ? this.begin(isLast) : 0;
    while (at < this.rest.length && this.separator !== undefined) {
      const record = this.recordAt(at, this.separator, isLast);
      if ((record?.end ?? this.rest.length) - at > this.limits.length) {
        throw new MalformedCsv(this.line, `A line has at most ${this.limits.length} characters; a quote may be open`);
      }
      if (!record) break;
      const { line } = this;
      const length = record.end - at;
      this.line += record.lines;
      at = record.end;
      if (record.problem !== undefined) yield { line, length, problem: record.problem };
      else if (record.fields.some((field) => field !== '')) yield { line, length, fields: record.fields };
      else if (++this.blankLines > this.limits.blankLines) {
        throw new MalformedCsv(line, `There are more than ${this.limits.blankLines} blank lines`);
      }
    }
    this.rest = this.rest.slice(at);
  }

  /** Decides by the first line with content what separates fields, once it is known. Returns where the records begin. */
  private begin(isLast: boolean): number {
    const { rest } = this;
    const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
    let [start, isQuoted, at] = [0, false, 0];
    for (; at < rest.length && at - start <= this.limits.length; at++) {
      const character = rest[at]!;
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '\n' || character === '\r')) {
        if (rest.slice(start, at).trim() !== '') break;
        start = at + 1;
      } else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
    }
    if (at === rest.length && !isLast) return 0;
    const named = start === 0 ? SEPARATOR_LINE.exec(rest.slice(0, at))?.[1] : undefined;
    // A line feed that belongs to the end of the line may not be known yet.
    if (named !== undefined && rest[at] === '\r' && at + 1 === rest.length && !isLast) return 0;
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    this.separator = named ?? most![0];
    const escaped = this.separator.replace(/[\\\]^-]/, '\\$&');
    this.plainEnd = new RegExp(`[${escaped}\\r\\n]`, 'g');
    if (named === undefined) return 0;
    this.line++;
    return at + (rest.startsWith('\r\n', at) ? 2 : 1);
  }

  /** Undefined if the text ends before the record does. */
  private recordAt(
    from: number,
    separator: string,
    isLast: boolean,
  ): { readonly fields: string[]; readonly problem?: string; readonly end: number; readonly lines: number } | undefined {
    const { rest, plainEnd, limits } = this;
    const fields: string[] = [];
    let problem: string | undefined;
    let lines = 1;
    for (let at = from; ;) {
      const begin = afterSpaces(rest, at);
      if (rest[begin] === '"') {
        const closing = closingQuote(rest, begin + 1);
        // What follows the quote decides whether it closes the field.
        if (!isLast && (closing < 0 || closing + 1 === rest.length)) return undefined;
        const quoted = rest.slice(begin + 1, closing < 0 ? rest.length : closing);
        if (closing < 0) problem ??= WRONG_QUOTES;
        lines += quoted.match(LINE_END)?.length ?? 0;
        fields.push(quoted.replaceAll('""', '"').replaceAll(LINE_END, '\n').trim());
        at = closing < 0 ? rest.length : afterSpaces(rest, closing + 1);
        const next = rest[at];
        if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') problem ??= WRONG_QUOTES;
      } else {
        plainEnd.lastIndex = at;
        const end = plainEnd.exec(rest)?.index ?? rest.length;
        const plain = rest.slice(at, end);
        if (plain.includes('"')) problem ??= WRONG_QUOTES;
        fields.push(plain.trim());
        at = end;
      }
      if (fields.length > limits.fields) problem ??= `A line has more than ${limits.fields} fields`;
      if (problem !== undefined) {
        LINE_END.lastIndex = at;
        at = LINE_END.exec(rest)?.index ?? rest.length;
      }
      if (at >= rest.length) return isLast ? { fields, problem, end: at, lines } : undefined;
      if (rest[at] === separator) at++;
      else if (rest[at] === '\n') return { fields, problem, end: at + 1, lines };
      else if (at + 1 === rest.length && !isLast) return undefined;
      else return { fields, problem, end: at + (rest[at + 1] === '\n' ? 2 : 1), lines };
    }
  }
}

/** The records of a whole text. Throws `MalformedCsv`. */
export function* csvRecords(text: string, limits: CsvLimits): Generator<CsvRecord, void> {
  const reader = new CsvReader(limits);
  yield* reader.read(text);
  yield* reader.end();
}

/** The names of the columns in a header, without empty ones at its end. */
export const columnsIn = (fields: readonly string[]): readonly string[] =>
  fields.slice(0, fields.findLastIndex((field) => field !== '') + 1);

/**
 * The fields of so many columns; or what is wrong with their number. Spreadsheets write empty fields after the last column of a line.
 */
export function fieldsIn(fields: readonly string[], columns: number): readonly string[] | string {
  const count = fields.length <= columns ? fields.length : Math.max(columns, columnsIn(fields).length);
  return count === columns ? fields.slice(0, columns) : `The line has ${count} fields, not ${columns}`;
}

/** The name of a column as people write it, in any case and with blanks, as fields are called: `External ID` is `external_id`. */
export const fieldName = (column: string): string => column.trim().toLowerCase().replaceAll(/\s+/g, '_');
