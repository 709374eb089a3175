import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

export type Timeframe = 'year' | 'month' | 'day';

/** What a benefit of type `license_keys` promises: the terms of the keys that it grants. Null is without. */
export interface LicenseKeysProperties {
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: Timeframe } | null;
  readonly activations: { readonly limit: number; readonly enableCustomerAdmin: boolean } | null;
  readonly limitUsage: number | null;
  /** Whether a new key is mailed to whom it belongs; left out where it is not. */
  readonly deliverByEmail?: boolean;
}

export const visibleAtFirst: Visibility = 'public';

const LONGEST: Record<Timeframe, number> = { year: 457, month: 1200, day: 36_500 };
const HIGHEST = 2_147_483_647;

const problem = (at: FieldError['at'], message: string, input: unknown): FieldError => ({
  at,
  message,
  type: 'value_error',
  input,
});

const outside = (value: number, highest: number): boolean => !Number.isInteger(value) || value < 1 || value > highest;

export function problemsOf({ expires, activations, limitUsage }: LicenseKeysProperties): FieldError[] {
  const problems: FieldError[] = [];
  if (expires && outside(expires.ttl, LONGEST[expires.timeframe])) {
    const message = `A key can live for 1 to ${LONGEST[expires.timeframe]} ${expires.timeframe}s.`;
    problems.push(problem(['expires', 'ttl'], message, expires.ttl));
  }
  if (activations && outside(activations.limit, HIGHEST)) {
    problems.push(problem(['activations', 'limit'], `The limit must be between 1 and ${HIGHEST}.`, activations.limit));
  }
  if (limitUsage !== null && outside(limitUsage, HIGHEST)) {
    problems.push(problem(['limitUsage'], `The limit must be between 1 and ${HIGHEST}.`, limitUsage));
  }
  return problems;
}

/** The prefix without the spaces around it; one of nothing but spaces is none. What is not delivered says nothing of delivery. */
export const normalized = ({ deliverByEmail, ...given }: LicenseKeysProperties): LicenseKeysProperties => ({
  ...given,
  prefix: given.prefix?.trim() || null,
  ...(deliverByEmail ? { deliverByEmail } : {}),
});

/** True where keys granted before would have to follow. A prefix only shows in keys to come. */
export const termsDiffer = (before: LicenseKeysProperties, after: LicenseKeysProperties): boolean =>
  before.limitUsage !== after.limitUsage ||
  before.expires?.ttl !== after.expires?.ttl ||
  before.expires?.timeframe !== after.expires?.timeframe ||
  before.activations?.limit !== after.activations?.limit ||
  before.activations?.enableCustomerAdmin !== after.activations?.enableCustomerAdmin;
