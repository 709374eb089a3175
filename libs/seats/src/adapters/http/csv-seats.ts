import { columnsIn, type CsvRecord, csvRecords, fieldName, fieldsIn, MalformedCsv, textOf, UnknownEncoding } from '#support/csv';
import { CsvBody } from '#platform/http';
import { defineField, type Field, type Issue, prefixPath } from '#platform/wire';

const COLUMNS = ['email', 'name', 'external_member_id'];
/** Spreadsheets write empty columns behind the last one. */
const LIMITS = { fields: 100, length: 64 * 1024, blankLines: 1000 } as const;

const wrong = (reason: string): Issue => ({
  loc: [],
  type: 'value_error',
  msg: `Value error, ${reason}`,
  input: null,
  ctx: { error: {} },
});

const isHeader = (columns: readonly string[]): boolean =>
  columns.includes('email') && columns.every((name, index) => COLUMNS.includes(name) && columns.indexOf(name) === index);

function fieldsOf(record: CsvRecord): readonly string[] {
  if ('problem' in record) throw new MalformedCsv(record.line, record.problem);
  return record.fields;
}

/**
 * Rows as objects with the column names of the first line; empty fields are left out. After `maxRows` rows at most one more is
 * read, which shows that there are too many. Throws `MalformedCsv`.
 */
export function rowsOf(records: Iterable<CsvRecord>, maxRows: number): object[] {
  const rows: object[] = [];
  let header: readonly string[] | undefined;
  for (const record of records) {
    const fields = fieldsOf(record);
    if (!header) {
      const columns = columnsIn(fields).map(fieldName);
      if (!isHeader(columns)) break;
      header = columns;
      continue;
    }
    const own = fieldsIn(fields, header.length);
    if (typeof own === 'string') throw new MalformedCsv(record.line, own);
    rows.push(Object.fromEntries(header.flatMap((name, index) => (own[index] ? [[name, own[index]]] : []))));
    if (rows.length > maxRows) break;
  }
  if (header) return rows;
  throw new MalformedCsv(1, `The first line has to name the columns: email, and any of ${COLUMNS.slice(1).join(', ')}`);
}

/** A JSON body, or only its list of at most `maxSeats` seats as CSV. */
export const csvOr = <B, S>(json: Field<B>, seats: Field<S>, maxSeats: number): Field<B | { readonly seats: S }> =>
  defineField({
    schema: json.schema,
    read: (input, issues) => {
      if (!(input instanceof CsvBody)) return json.read(input, issues);
      const before = issues.length;
      try {
        const read = seats.read(rowsOf(csvRecords(textOf(input.bytes, input.charset), LIMITS), maxSeats), issues);
        if (issues.length > before) prefixPath(issues, before, 'seats');
        return { seats: read };
      } catch (error) {
        if (error instanceof UnknownEncoding) issues.push(wrong(error.message));
        else if (error instanceof MalformedCsv) issues.push(wrong(`Line ${error.line}: ${error.message}`));
        else throw error;
        return { seats: undefined as S };
      }
    },
  });
