import { hash } from 'node:crypto';

/** A digest of a text of any length, truncated to 128 bits so that it fits a UUID column. */
export const keyOf = (text: string): string => {
  const hex = hash('sha256', text).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
