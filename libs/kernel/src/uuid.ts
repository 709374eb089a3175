import { hash } from 'node:crypto';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the text is a UUID of any version, with dashes. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The UUID that the text is, as it is stored, or null. */
export const asUuid = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);

/** A digest of a text of any length, truncated to 128 bits so that it fits a UUID column. */
export const digestUuid = (text: string): string => {
  const hex = hash('sha256', text).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
