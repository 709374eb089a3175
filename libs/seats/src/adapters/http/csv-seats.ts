import { csvLines, CsvText, MalformedCsv } from '#platform/http';
import { defineField, type Field, type Issue, prefixPath } from '#platform/wire';

const COLUMNS = ['email', 'name', 'external_member_id'];
const MAX_BLANK_LINES = 1000;

const wrong = (reason: string): Issue => ({
  loc: [],
  type: 'value_error',
  msg: `Value error, ${reason}`,
  input: null,
  ctx: { error: {} },
});

const isBlank = (line: readonly string[]): boolean => line.length === 1 && line[0] === '';

const isHeader = (line: readonly string[]): boolean =>
  line.includes('email') && line.every((name, index) => COLUMNS.includes(name) && line.indexOf(name) === index);

/**
 * Rows as objects with the column names of the first line; empty fields are left out. After `maxRows` rows at most one more is
 * read, which shows that there are too many. Throws `MalformedCsv`.
 */
export function rowsOf(lines: Iterable<readonly string[]>, maxRows: number): object[] {
  const rows: object[] = [];
  let header: readonly string[] | undefined;
  let blankLines = 0;
  for (const line of lines) {
    if (isBlank(line)) {
      blankLines++;
      if (blankLines > MAX_BLANK_LINES) throw new MalformedCsv(`There are more than ${MAX_BLANK_LINES} blank lines`);
    } else if (!header) {
      if (!isHeader(line)) break;
      header = line;
    } else {
      if (line.length !== header.length) throw new MalformedCsv('Every line has to have as many fields as the first one');
      rows.push(Object.fromEntries(header.flatMap((name, index) => (line[index] ? [[name, line[index]]] : []))));
      if (rows.length > maxRows) break;
    }
  }
  if (header) return rows;
  throw new MalformedCsv(`The first line has to name the columns: email, and any of ${COLUMNS.slice(1).join(', ')}`);
}

/** A JSON body, or only its list of at most `maxSeats` seats as CSV. */
export const csvOr = <B, S>(json: Field<B>, seats: Field<S>, maxSeats: number): Field<B | { readonly seats: S }> =>
  defineField({
    schema: json.schema,
    read: (input, issues) => {
      if (!(input instanceof CsvText)) return json.read(input, issues);
      const before = issues.length;
      try {
        const read = seats.read(rowsOf(csvLines(input.text.replace(/^\uFEFF/, ''), COLUMNS.length), maxSeats), issues);
        if (issues.length > before) prefixPath(issues, before, 'seats');
        return { seats: read };
      } catch (error) {
        if (!(error instanceof MalformedCsv)) throw error;
        issues.push(wrong(error.message));
        return { seats: undefined as S };
      }
    },
  });
