/** Spreadsheets take texts that begin with these for formulas. */
const FORMULA = /^[=+\-@\t\r]/;

function csvField(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV (RFC 4180). Null is an empty field. */
export const csvLine = (values: readonly (string | null)[]): string => `${values.map(csvField).join(',')}\r\n`;
