import { isObject, type JsonObject } from './bytes.ts';
import type { Lease } from './lease.ts';

/** What a license key entitles to. */
export interface Entitlements {
  /** Whether it has this: a value with the name that is neither `false` nor 0, or the benefit with the ID. */
  has(name: string): boolean;
  /** The number with this name, such as `limit('pages')`; the highest of several. Null if there is none. */
  limit(name: string): number | null;
}

/** What a lease, or a license key that was validated, entitles to. */
export const entitlementsOf = (proven: Lease | JsonObject): Entitlements =>
  entitlementsIn(isObject(proven['claims']) ? proven['claims']['entitlements'] : (proven as JsonObject)['entitlements']);

/** What this list entitles to, as a lease or a license key has it. What is in another form is left out. */
export function entitlementsIn(listed: unknown): Entitlements {
  const flags = (Array.isArray(listed) ? listed : []).flatMap((each: unknown) =>
    isObject(each) && typeof each['benefit_id'] === 'string' && isObject(each['values'])
      ? [{ benefitId: each['benefit_id'], values: new Map(Object.entries(each['values'])) }]
      : [],
  );
  const valuesOf = (name: string): unknown[] => flags.flatMap(({ values }) => (values.has(name) ? [values.get(name)] : []));
  return {
    has: (name) =>
      flags.some(({ benefitId }) => benefitId === name) || valuesOf(name).some((value) => value !== false && value !== 0),
    limit: (name) => {
      const numbers = valuesOf(name).filter((value) => typeof value === 'number');
      return numbers.length > 0 ? Math.max(...numbers) : null;
    },
  };
}
