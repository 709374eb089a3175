export { ERROR_NAMES } from './error-names.ts';
export { LICENSE_CODES } from './license-codes.ts';
export type { Refusal, Refusals } from './refusal.ts';
