import { CsvText } from '#platform/http';
import { defineField, type Field, type Issue, prefixPath } from '#platform/wire';

const COLUMNS = ['email', 'name', 'external_member_id'];

/** The fields of each line (RFC 4180), or `undefined` if a quote is not closed or is followed by text. */
function linesOf(text: string): string[][] | undefined {
  const lines: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let line: string[] = [];
  for (field.lastIndex = 0; field.lastIndex < text.length;) {
    const found = field.exec(text);
    if (!found) return undefined;
    const [, quoted, plain, end] = found;
    line.push(quoted?.replaceAll('""', '"') ?? plain!.trim());
    if (end === ',' && field.lastIndex < text.length) continue;
    if (end === ',') line.push('');
    lines.push(line);
    line = [];
  }
  return lines.filter(([first, ...others]) => first !== '' || others.length > 0);
}

const wrong = (reason: string): Issue => ({
  loc: [],
  type: 'value_error',
  msg: `Value error, ${reason}`,
  input: null,
  ctx: { error: {} },
});

/** Rows as objects with the column names of the first line; empty fields are left out. */
function rowsOf(text: string, issues: Issue[]): object[] | undefined {
  const [header, ...lines] = linesOf(text.replace(/^\uFEFF/, '')) ?? [];
  if (!header?.includes('email') || header.some((name, index) => !COLUMNS.includes(name) || header.indexOf(name) !== index)) {
    issues.push(wrong(`The first line has to name the columns: email, and any of ${COLUMNS.slice(1).join(', ')}`));
    return undefined;
  }
  if (lines.some((line) => line.length !== header.length)) {
    issues.push(wrong('Every line has to have as many fields as the first one'));
    return undefined;
  }
  return lines.map((line) => Object.fromEntries(header.flatMap((name, index) => (line[index] ? [[name, line[index]]] : []))));
}

/** A JSON body, or only its list of seats as CSV. */
export const csvOr = <B, S>(json: Field<B>, seats: Field<S>): Field<B | { readonly seats: S }> =>
  defineField({
    schema: json.schema,
    read: (input, issues) => {
      if (!(input instanceof CsvText)) return json.read(input, issues);
      const rows = rowsOf(input.text, issues);
      const before = issues.length;
      const read = rows && seats.read(rows, issues);
      if (issues.length > before) prefixPath(issues, before, 'seats');
      return { seats: read as S };
    },
  });
