import { pause } from '#kernel';

/** Types of PostgreSQL with values of one size, in bytes. */
const UUID = { oid: 2950, size: 16 };
const TIMESTAMPTZ = { oid: 1184, size: 8 };

const NULL = 'ffffffff';
/** Digits that are decoded at a time. */
const CHUNK = 64 * 1024;

/** A number of four bytes. */
const word = (number: number): string => number.toString(16).padStart(8, '0');

/**
 * An array parameter in the binary form of PostgreSQL, which the driver sends as it is: PostgreSQL reads it several times as fast as
 * text. `digitsOf` returns the value of an item in hexadecimal digits. Null if there are no values.
 */
async function binaryArray<T>(
  items: readonly T[],
  { oid, size }: typeof UUID,
  digitsOf: (item: T) => string | null,
): Promise<Buffer | null> {
  const length = word(size);
  const chunks: Buffer[] = [];
  let values = 0;
  let digits = '';
  for (const item of items) {
    const value = digitsOf(item);
    if (value !== null) values += 1;
    digits += value === null ? NULL : length + value;
    if (digits.length < CHUNK) continue;
    chunks.push(Buffer.from(digits, 'hex'));
    digits = '';
    await pause();
  }
  if (values === 0) return null;
  const dimensions = word(1);
  const [hasNulls, first] = [word(values < items.length ? 1 : 0), word(1)];
  const header = dimensions + hasNulls + word(oid) + word(items.length) + first;
  return Buffer.concat([Buffer.from(header, 'hex'), ...chunks, Buffer.from(digits, 'hex')]);
}

/** `digitsOf` returns the 32 digits of an id, with or without dashes. */
export const uuidArray = <T>(items: readonly T[], digitsOf: (item: T) => string | null): Promise<Buffer | null> =>
  binaryArray(items, UUID, (item) => digitsOf(item)?.replaceAll('-', '') ?? null);

const START_MS = BigInt(Date.UTC(2000, 0));

const timestampDigits = (ms: number): string =>
  BigInt.asUintN(64, (BigInt(ms) - START_MS) * 1000n)
    .toString(16)
    .padStart(16, '0');

export function timestampArray<T>(items: readonly T[], valueOf: (item: T) => Date): Promise<Buffer | null> {
  let [last, digits] = [NaN, ''];
  // Events that arrive together often have the same time.
  return binaryArray(items, TIMESTAMPTZ, (item) => {
    const ms = valueOf(item).getTime();
    if (ms !== last) [last, digits] = [ms, timestampDigits(ms)];
    return digits;
  });
}
