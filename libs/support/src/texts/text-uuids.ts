import { hash } from 'node:crypto';
import { isUuid } from '#kernel';

/** The UUID that the text is, as it is stored, or null. */
export const asUuid = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);

/** A digest of a text of any length, truncated to 128 bits so that it fits a UUID column. */
export const digestUuid = (text: string): string => {
  const hex = hash('sha256', text).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
