export { ERROR_NAMES } from './error-names.ts';
export { LICENSE_CODES } from './license-codes.ts';
export type { Refusal } from './refusal.ts';
