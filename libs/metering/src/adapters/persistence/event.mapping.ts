import { hash } from 'node:crypto';

/** Digests stand for texts of any length; 128 bits, so that they fit where ids do. */
export const keyOf = (text: string): string => {
  const hex = hash('sha256', text).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Under what the children of an event may know it: by its id, or by the external id. */
export const parentKeys = (parent: string): string[] => [keyOf(parent), ...(UUID.test(parent) ? [parent.toLowerCase()] : [])];
