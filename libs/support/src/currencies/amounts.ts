import { fractionDigits } from './currencies.ts';

const DECIMAL = /^(\d{1,15})(?:[.,](\d{1,14}))?$/;

const withoutZerosAround = (whole: string, part: string): string => {
  const [start, end] = [whole.replace(/^0+(?=\d)/, ''), part.replace(/0+$/, '')];
  return end === '' ? start : `${start}.${end}`;
};

/** An amount as it is typed, in the smallest unit of its currency: `12,5` dollars are `1250`. `null` if it is not an amount. */
export function minorUnits(text: string, currency: string): string | null {
  const [, whole, part = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const digits = fractionDigits(currency);
  const all = whole + part.padEnd(digits, '0');
  return withoutZerosAround(all.slice(0, whole.length + digits), all.slice(whole.length + digits));
}

/** As `minorUnits`, if it is a whole number of the smallest unit. */
export function wholeMinorUnits(text: string, currency: string): number | null {
  const amount = minorUnits(text, currency);
  return amount === null || amount.includes('.') ? null : Number(amount);
}

/** An amount in the smallest unit of its currency as somebody would type it: `1250` is `12.50` dollars, and `0.25` is `0.0025`. */
export function typedAmount(amount: number | string, currency: string): string {
  const digits = fractionDigits(currency);
  const [whole = '', part = ''] = String(amount).split('.');
  const all = whole.padStart(digits + 1, '0');
  const point = all.length - digits;
  const decimals = all.slice(point) + part;
  return decimals === '' ? all : `${all.slice(0, point)}.${decimals}`;
}
