import { randomInt } from 'node:crypto';

/** Characters of an alphabet, chosen so that nobody can guess them, each as likely as any other. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('');
