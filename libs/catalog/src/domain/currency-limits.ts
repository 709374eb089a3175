import { fractionDigits } from '#support/currencies';

/** Minimum amounts in minor units; other currencies have `USUAL_MINIMUM`. */
const MINIMA: { readonly [amount: number]: string } = {
  40: 'gbp',
  70: 'aud cad sgd',
  80: 'jpy',
  90: 'nzd',
  100: 'awg azn bam bmd bnd bsd djf fkp gip kyd pab shp vuv xcg xpf',
  150: 'ils',
  200: 'aed bbd bzd fjd gel myr pen pln qar sar top wst xcd',
  250: 'brl ron',
  300: 'pgk',
  320: 'dkk',
  400: 'hkd sbd ttd',
  500: 'bob clp cny gtq kmf mad mop nok sek tjs xaf xof',
  800: 'krw mvr scr',
  900: 'mxn zar',
  1000: 'bwp lsl mdl nad rwf szl zmw',
  1500: 'czk',
  2000: 'bif hnl nio srd thb twd uyu',
  3000: 'egp mga try uah',
  3500: 'php',
  4000: 'dop gmd pyg',
  5000: 'all cve gnf kgs mkd mur mzn',
  6000: 'inr rsd',
  7000: 'bdt dzd htg isk kes',
  8000: 'etb jmd npr',
  10_000: 'lrd',
  17_500: 'huf',
  20_000: 'amd gyd lkr pkr vnd yer',
  30_000: 'crc kzt',
  50_000: 'aoa sos',
  70_000: 'ngn',
  75_000: 'ars',
  100_000: 'mwk',
  200_000: 'cdf cop mnt tzs ugx',
  300_000: 'khr',
  700_000: 'uzs',
  900_000: 'idr',
  2_000_000: 'lak',
};
const USUAL_MINIMUM = 50;

const MAXIMA: { readonly [currency: string]: number } = {
  ars: 140_000_000,
  cdf: 280_000_000,
  cop: 400_000_000,
  idr: 1_600_000_000,
  khr: 400_000_000,
  lak: 2_100_000_000,
  mnt: 350_000_000,
  mwk: 175_000_000,
  ngn: 155_000_000,
  tzs: 250_000_000,
  ugx: 370_000_000,
  uzs: 1_250_000_000,
};
const USUAL_MAXIMUM = 99_999_999;

const minimumOf = new Map(
  Object.entries(MINIMA).flatMap(([amount, currencies]) => currencies.split(' ').map((each) => [each, Number(amount)] as const)),
);

export const lowestAmount = (currency: string): number => minimumOf.get(currency) ?? USUAL_MINIMUM;
export const highestAmount = (currency: string): number => MAXIMA[currency] ?? USUAL_MAXIMUM;

/** Formats an amount in minor units: `$0.50`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...shown }).format(amount / 10 ** digits);
}
