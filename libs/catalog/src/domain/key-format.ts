import { fieldError, type FieldError } from '#kernel';
import type { KeyFormat } from '#support/texts';

const ALPHABET = /^[0-9A-Z]{10,36}$/;
/** Keys that can be guessed are no secrets. */
const MIN_BITS = 100;

const isWithin = (value: number, lowest: number, highest: number): boolean =>
  Number.isInteger(value) && value >= lowest && value <= highest;

/** The randomness of a key. The check character follows from the others. */
const bitsOf = ({ alphabet, groups, groupLength, check }: KeyFormat): number =>
  Math.floor((groups * groupLength - (check === 'none' ? 0 : 1)) * Math.log2(alphabet.length));

/** Errors with paths relative to the properties. */
export function keyFormatErrors(format: KeyFormat): FieldError[] {
  const error = (field: keyof KeyFormat, message: string): FieldError => fieldError(['keyFormat', field], message, format[field]);
  const { alphabet, groups, groupLength, check } = format;
  const errors: FieldError[] = [];
  if (!ALPHABET.test(alphabet) || new Set(alphabet).size !== alphabet.length) {
    errors.push(error('alphabet', 'An alphabet has 10 to 36 different characters of 0-9 and A-Z.'));
  } else if (check !== 'none' && alphabet.length % 2 !== 0) {
    errors.push(error('alphabet', 'With a check character, an alphabet has an even number of characters.'));
  }
  if (!isWithin(groups, 1, 16)) errors.push(error('groups', 'A key has 1 to 16 groups.'));
  if (!isWithin(groupLength, 2, 16)) errors.push(error('groupLength', 'A group has 2 to 16 characters.'));
  if (errors.length > 0) return errors;
  const bits = bitsOf(format);
  if (bits >= MIN_BITS) return [];
  return [error('groups', `A key of this format has ${bits} bits of randomness; it needs at least ${MIN_BITS}.`)];
}
