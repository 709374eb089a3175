import { newId } from '#kernel';
import { type CountersPolicy, rulesOf } from '#support/counters';
import type { Increment, IncrementMetadata } from './counting.ts';

/** How many increments of a key are kept: the newest of those with metadata. */
export const MOST_INCREMENTS = 10_000;

/** An increment that is kept because the application sent metadata with it. */
export interface KeptIncrement {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  /** From 0 to `MOST_INCREMENTS` - 1: the increment replaces the one that had its position before. */
  readonly position: number;
  readonly id: string;
  readonly counter: string;
  readonly units: number;
  /** The activation that the request named, by its ID or its device. */
  readonly activationId: string | null;
  readonly metadata: IncrementMetadata;
  readonly createdAt: Date;
}

interface IncrementedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly policy: { readonly counters?: CountersPolicy } | null;
  readonly policyState: { readonly keptIncrements?: number } | null;
}

/**
 * The increment as it is kept, and how many of the key were kept so far. Undefined if it has no metadata, or counts nothing: a reservation may
 * have used nothing, or be of a counter that the policy has no more.
 */
export function keptIncrement(
  { organizationId, id: licenseKeyId, policy, policyState }: IncrementedKey,
  { counter, units, metadata }: Increment,
  activationId: string | null,
  now: Date,
): { readonly increment: KeptIncrement; readonly state: { readonly keptIncrements: number } } | undefined {
  if (!metadata || Object.keys(metadata).length === 0) return undefined;
  if (units === 0 || !rulesOf({ policy }, counter)) return undefined;
  const before = policyState?.keptIncrements ?? 0;
  const increment = {
    organizationId,
    licenseKeyId,
    position: before % MOST_INCREMENTS,
    id: newId('increment'),
    counter,
    units,
    activationId,
    metadata,
    createdAt: now,
  };
  return { increment, state: { keptIncrements: before + 1 } };
}
