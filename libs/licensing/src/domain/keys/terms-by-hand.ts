import { type Conditions, sameConditions } from '../activations/conditions.ts';
import type { ImportedTerms, Terms } from './license-key.types.ts';

const isMap = (value: unknown): value is Conditions => typeof value === 'object' && value !== null && !(value instanceof Date);

/** Whether a term has the same value: times by their moment, maps by their pairs. */
export function isSameTerm(some: unknown, other: unknown): boolean {
  if (some instanceof Date && other instanceof Date) return some.getTime() === other.getTime();
  return isMap(some) && isMap(other) ? sameConditions(some, other) : some === other;
}

/** The terms that a key begins with that was issued elsewhere, as if they were set by hand. A key that is granted needs no decision. */
export const termsOfImport = ({ expiresAt, status, metadata, ...limits }: ImportedTerms): Terms => ({
  ...limits,
  expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt,
  status: status === 'granted' ? undefined : status,
  metadata: metadata && { ...metadata },
});
