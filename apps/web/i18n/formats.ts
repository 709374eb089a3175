import { durationIn } from '../../../libs/support/src/credentials/lifetimes.ts';
import { typedAmount } from '../../../libs/support/src/currencies/amounts.ts';
import { fractionDigits } from '../../../libs/support/src/currencies/currencies.ts';

/** How values are written in a language, days and times in the time zone of the organization. */
export interface Formats {
  number(value: number): string;
  /** 0.5 as 50%. */
  percent(share: number): string;
  /** 1,500 as 1.5k, for axes of charts. */
  compact(value: number): string;
  /** An amount in the smallest unit of its currency. */
  money(amount: number, currency: string): string;
  /** As `money`, with fractions of the smallest unit. */
  preciseMoney(amount: string, currency: string): string;
  /** An amount in the smallest unit of its currency as somebody would type it: 12.50, or 12,50. */
  typedMoney(amount: number | string, currency: string): string;
  date(iso: string): string;
  /** The day with its time in the same time zone, and the name of that. */
  exactly(iso: string): string;
  /** 14 Nov. */
  day(iso: string): string;
  /** Nov 2026. */
  month(iso: string): string;
  /** 14:00. */
  time(iso: string): string;
  /** 23 minutes ago. */
  ago(iso: string, now?: Date): string;
  /** A duration in milliseconds: 24 hours. */
  duration(milliseconds: number): string;
  bytes(size: number): string;
  country(code: string): string;
  compare(a: string, b: string): number;
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Prices of a unit have up to 12 digits after the point of the smallest unit. */
const MOST_DIGITS = 14;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** `timeZone` is that of the organization; undefined is the reader's. */
export function formatsOf(locale: string, timeZone?: string): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const decimalPoint = number.format(0.5).slice(1, -1);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const calendarDay = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const date = new Intl.DateTimeFormat(locale, calendarDay);
  const exact = new Intl.DateTimeFormat(locale, { ...calendarDay, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const collator = new Intl.Collator(locale);
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    compact: (value) => compact.format(value),
    money: (amount, currency) => {
      const digits = fractionDigits(currency);
      const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase(), ...shown }).format(
        amount / 10 ** digits,
      );
    },
    typedMoney: (amount, currency) => typedAmount(amount, currency).replace('.', decimalPoint),
    preciseMoney: (amount, currency) => {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: currency.toUpperCase(),
        minimumFractionDigits: fractionDigits(currency),
        maximumFractionDigits: MOST_DIGITS,
      });
      return format.format(typedAmount(amount, currency) as Intl.StringNumericLiteral);
    },
    date: (iso) => date.format(new Date(iso)),
    exactly: (iso) => exact.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    month: (iso) => month.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    ago: (iso, now = new Date()) => {
      const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
      const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', Math.max(Math.abs(seconds), 1)];
      return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.trunc(seconds / length), unit);
    },
    duration: (milliseconds) => durationIn(locale, milliseconds),
    bytes: (size) => {
      const step = Math.min(BYTE_UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
      const unit = BYTE_UNITS[step]!;
      // Only the long form of a byte has a plural.
      const unitDisplay = step === 0 ? 'long' : 'short';
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
        size / 1000 ** step,
      );
    },
    country: (code) => countries.of(code) ?? code,
    compare: (a, b) => collator.compare(a, b),
  };
}
