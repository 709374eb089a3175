import { hash } from 'node:crypto';

/** Digests stand for texts of any length; 128 bits, so that they fit where ids do. */
export const keyOf = (text: string): string => {
  const hex = hash('sha256', text).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
