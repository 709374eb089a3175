/** A record of a file, and the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A quote is open, or in the middle of a field. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv';

  constructor(readonly line: number) {
    super(`Line ${line} is not CSV`);
  }
}

/** Spreadsheets write semicolons where commas separate decimals. */
const SEPARATORS = [',', ';', '\t'];

function separatorOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

/** The records of a CSV file (RFC 4180) without blank ones. */
export function csvRecords(text: string): readonly CsvRecord[] {
  const separator = separatorOf(text);
  const field = new RegExp(`"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*)`, 'y');
  const records: CsvRecord[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const begins = line;
    const fields: string[] = [];
    for (;;) {
      field.lastIndex = at;
      const [all, quoted, plain] = field.exec(text)!;
      fields.push(quoted?.replaceAll('""', '"') ?? plain!);
      line += all.split('\n').length - 1;
      at += all.length;
      if (text[at] !== separator) break;
      at++;
    }
    const end = /^\r?\n|^\r?$/.exec(text.slice(at, at + 2))?.[0] ?? (at === text.length ? '' : null);
    if (end === null) throw new MalformedCsv(line);
    at += end.length;
    line++;
    if (fields.some((each) => each.trim() !== '')) records.push({ line: begins, fields });
    if (end === '') break;
  }
  return records;
}

const CELLS = /(?<=[;\t\r\n])/;
const FORMULA = /^[\p{Z}\p{C}"]*[=+\-@＝＋－＠]/u;

/** As the exports of the API: with an apostrophe before everything that a spreadsheet could take for a formula. */
function written(field: string | number): string {
  if (typeof field === 'number') return String(field);
  const text = field
    .split(CELLS)
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .join('');
  return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Records as a CSV file. */
export const csvText = (records: readonly (readonly (string | number)[])[]): string =>
  records.map((fields) => `${fields.map(written).join(',')}\r\n`).join('');
