/** Returns the number in its stored form, or null if it is not valid in the format. */
export type TaxNumberRule = (number: string) => string | null;

const without = (separators: RegExp, number: string): string => number.replace(separators, '').toUpperCase();
const compact = (number: string): string => without(/[\s.-]/g, number);
const shaped =
  (shape: RegExp): TaxNumberRule =>
  (number) =>
    shape.test(number) ? number : null;
const digitsOf = (number: string): number[] => Array.from(number, Number);
const weighted = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0);

function isLuhn(number: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const sum = digitsOf(number)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled[digit]!), 0);
  return sum % 10 === 0;
}

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Day, month and year with two digits each. The century is unknown, so the date may be valid in either. */
const isShortDate = (year: string, month: string, day: string): boolean =>
  ['19', '20'].some((century) => isDate(Number(century + year), Number(month), Number(day)));

/** United Arab Emirates. */
export const aeTrn: TaxNumberRule = (number) => shaped(/^\d{15}$/)(compact(number));

/** Georgia. */
export const geVat: TaxNumberRule = (number) => shaped(/^(?:\d{9}|\d{11})$/)(compact(number).replace(/^GE/, ''));

/** Hong Kong; the last digit is often in parentheses. */
export const hkBr: TaxNumberRule = (number) => shaped(/^\d{8}$/)(without(/[\s.()-]/g, number));

/** Mauritius. */
export const muTan: TaxNumberRule = (number) => shaped(/^[23]\d{7}$/)(compact(number));

/** Taiwan: since 2023 the sum has to be divisible by five only, and a 7 in the seventh place counts as 10 or as 1. */
export const twVat: TaxNumberRule = (number) => {
  const value = without(/[\s-]/g, number);
  if (!/^\d{8}$/.test(value)) return null;
  const products = digitsOf(value).map((digit, index) => digit * [1, 2, 1, 2, 1, 2, 4, 1][index]!);
  const sum = products.flatMap((product) => digitsOf(String(product))).reduce((total, digit) => total + digit);
  return sum % 5 === 0 || (value[6] === '7' && (sum + 1) % 5 === 0) ? value : null;
};

/** Ecuador: companies without a valid check digit; province, type and establishment are checked instead. */
export const ecRucWithoutChecksum = shaped(/^(?:0[1-9]|1\d|2[0-4]|30)9\d{7}001$/);

/** Mexico, companies: the check digit is not verified, since many numbers in use have a wrong one. */
export const mxCompany: TaxNumberRule = (number) => {
  const [, year, month, day] = /^[A-Z&Ñ]{3}(\d\d)(\d\d)(\d\d)[0-9A-Z]{3}$/.exec(number) ?? [];
  return year && isDate(2000 + Number(year), Number(month), Number(day)) ? number : null;
};

/** Indonesia: fifteen digits, optionally after a 0, or the number of a citizen, which contains the day of birth (plus 40 for women). */
export const idNpwp: TaxNumberRule = (number) => {
  const value = compact(number);
  if (!/^\d{15,16}$/.test(value)) return null;
  if (value.length === 15) return isLuhn(value.slice(0, 9)) ? value : null;
  if (value.startsWith('0')) return isLuhn(value.slice(0, 10)) ? value : null;
  const [day, month, year] = [Number(value.slice(6, 8)) % 40, value.slice(8, 10), value.slice(10, 12)];
  return isShortDate(year, month, String(day)) && !value.endsWith('0000') ? value : null;
};

/** Bulgaria: companies have nine digits. */
export function bgCompany(number: string): string | null {
  if (!/^\d{9}$/.test(number)) return null;
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
  return check % 10 === Number(number[8]) ? number : null;
}

/** Bulgaria: holders other than companies, citizens and foreigners. */
export function bgOther(number: string): string | null {
  if (!/^\d{10}$/.test(number)) return null;
  const check = (11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check === Number(number[9]) ? number : null;
}

/** Czechia: persons without a birth number. */
export function czSpecial(number: string): string | null {
  if (!/^6\d{8}$/.test(number)) return null;
  const check = weighted(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (18 - ((10 - check) % 11)) % 10 === Number(number[8]) ? number : null;
}

/** Slovenia. */
export function siVat(number: string): string | null {
  if (!/^[1-9]\d{7}$/.test(number)) return null;
  const check = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check % 10 === Number(number[7]) && check < 11 ? number : null;
}

/** Slovakia: companies. */
export const skCompany: TaxNumberRule = (number) =>
  /^[1-9]\d[2-4789]\d{7}$/.test(number) && Number(number) % 11 === 0 ? number : null;

const MEMBER_STATES =
  '040|056|100|191|196|203|208|233|246|250|276|300|348|372|380|428|440|442|470|528|616|620|642|703|705|724|752|900';

/** The European one-stop shop: numbers that belong to no country, with the code of the registering member state. */
export const euOss: TaxNumberRule = (number) =>
  shaped(new RegExp(`^(?:EU(?:${MEMBER_STATES})\\d{6}|IM(?:${MEMBER_STATES})\\d{7})$`))(without(/[\s-]/g, number));
