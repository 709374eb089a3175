/** Where spreadsheets begin a cell: some take these for separators, and the quotes of another separator for text. */
const CELLS = /(?<=[;\t\r\n])/;
/** Spreadsheets take a cell for a formula that begins like this, also behind blanks, characters without a width, and quotes. */
const FORMULA = /^[\p{Z}\p{C}"]*[=+\-@＝＋－＠]/u;

/** The text with an apostrophe before everything that a spreadsheet could take for a formula. */
const withoutFormulas = (text: string): string =>
  text
    .split(CELLS)
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .join('');

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = withoutFormulas(value);
  return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV (RFC 4180). Null is an empty field. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvField).join(',')}\r\n`;
