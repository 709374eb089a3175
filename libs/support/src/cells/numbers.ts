import { UnreadableCell } from './cell-problems.ts';

const WHOLE = /^(\d{1,15})(?:[.,]0{1,2})?$/;
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]?\d+$/i;

/** A whole number. `5.0` is one; `1.000` is none, because it is a thousand where commas separate decimals. Throws `UnreadableCell`. */
export function readNumber(cell: string): number {
  const digits = WHOLE.exec(cell)?.[1];
  if (digits === undefined) throw new UnreadableCell('number_unknown');
  return Number(digits);
}

/** A text that may consist of digits. Throws `UnreadableCell` for one that a spreadsheet has written as `1.23E+15`. */
export function readDigits(cell: string): string {
  if (SHORTENED.test(cell)) throw new UnreadableCell('number_shortened');
  return cell;
}
