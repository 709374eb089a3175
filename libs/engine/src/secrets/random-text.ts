import { randomInt } from 'node:crypto';

/** Characters of an alphabet, drawn uniformly from a cryptographically secure source. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('');
