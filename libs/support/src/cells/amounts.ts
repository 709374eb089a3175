import { fractionDigits } from '#support/currencies';
import { UnreadableCell } from './cell-problems.ts';

/** How the amounts of a column are written: as numbers of the smallest unit, or with decimals. */
export const AMOUNT_FORMS = ['minor_units', 'decimal_point', 'decimal_comma'] as const;
export type AmountForm = (typeof AMOUNT_FORMS)[number];

const WHOLE = /^\d+$/;
const WITH_POINT = /^(\d+|\d{1,3}(?:[ ,']\d{3})+)(?:\.(\d+))?$/;
const WITH_COMMA = /^(\d+|\d{1,3}(?:[ .']\d{3})+)(?:,(\d+))?$/;
const BLANKS = /[\u00a0\u202f\u2009]/g;

const plain = (cell: string): string => cell.replace(BLANKS, ' ').trim();
/** The number of an amount that has the code or the sign of a currency before or after it. */
const numberIn = (cell: string): string => plain(cell).replace(/^(?:[a-z]{3}|\p{Sc})\s?|\s?(?:[a-z]{3}|\p{Sc})$/giu, '');

/**
 * The form of a column of amounts: that of its cells with separators, or of the smallest unit if no cell has any. Null if they could have
 * several forms, or contradict each other.
 */
export function amountFormOf(cells: Iterable<string>): AmountForm | null {
  const found = new Set<AmountForm | null>();
  for (const cell of cells) {
    const number = numberIn(cell);
    if (WHOLE.test(number)) continue;
    const [point, comma] = [WITH_POINT.test(number), WITH_COMMA.test(number)];
    if (point !== comma) found.add(point ? 'decimal_point' : 'decimal_comma');
    else if (point) found.add(null);
  }
  const told = [...found].filter((form) => form !== null);
  if (told.length === 1) return told[0]!;
  return found.size === 0 ? 'minor_units' : null;
}

/** An amount in the smallest unit of its currency. Throws `UnreadableCell`. */
export function readAmount(cell: string, form: AmountForm | null, currency: string | undefined): number {
  if (form === null) throw new UnreadableCell('amount_form_unknown');
  if (form === 'minor_units') {
    if (!WHOLE.test(cell)) throw new UnreadableCell('amount_unknown');
    return Number(cell);
  }
  const parts = (form === 'decimal_point' ? WITH_POINT : WITH_COMMA).exec(numberOfCurrency(cell, currency));
  if (!parts) throw new UnreadableCell('amount_unknown');
  if (currency === undefined) throw new UnreadableCell('amount_without_currency');
  const digits = fractionDigits(currency);
  const decimals = (parts[2] ?? '').replace(/0+$/, '');
  if (decimals.length > digits) throw new UnreadableCell('amount_too_precise');
  return Number(parts[1]!.replaceAll(/\D/g, '') + decimals.padEnd(digits, '0'));
}

/** An amount with the code or the sign of another currency stays as it is, which is no number. */
function numberOfCurrency(cell: string, currency: string | undefined): string {
  const text = plain(cell);
  if (currency === undefined || !/^[a-z]{3}$/i.test(currency)) return text;
  const code = currency.toUpperCase();
  const sign = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;
  for (const each of [code, code.toLowerCase(), sign]) {
    if (text.startsWith(each)) return text.slice(each.length).trimStart();
    if (text.endsWith(each)) return text.slice(0, -each.length).trimEnd();
  }
  return text;
}
