import { ValidationFailed } from '#kernel';
import type { CustomerType } from './customer-state.ts';
import { type Merger, mergeCustomers } from './merging-members.ts';

/** Who entered the code that was mailed to an address: a member of the customer, or the customer itself. */
export interface ProvenUser {
  readonly memberId: string | null;
  /** The normalized address. */
  readonly emailKey: string;
}

const refused = (message: string, type?: string): ValidationFailed => ValidationFailed.at(['code'], message, null, type);

/**
 * The code is unknown, expired, used, was tried too often, or is of another organization or of a customer that is gone. The response
 * does not reveal which. It is not that the session has ended, so it is no 401.
 */
export const unusableCode = (): ValidationFailed => refused('This code is invalid or has expired.', 'invalid');

/** Throws unless a customer of this type may merge other ones into itself. */
export function assertMayMergeOthers(type: CustomerType): void {
  if (type === 'team') throw refused('Only an individual customer can merge another one into itself.');
}

/**
 * A customer merges another one into itself, whose owner it has proved to be. The address counts as verified from then on, so that it
 * signs in as an alias.
 */
export function mergeIntoOwn(merger: Merger | undefined, { memberId, emailKey }: ProvenUser, now: Date): void {
  if (!merger || merger.source.isDeleted) throw unusableCode();
  const { source, target, members } = merger;
  assertMayMergeOthers(target.type);
  if (source.id === target.id) throw refused('This is your account already.');
  const isOfOthers = memberId !== null && members.find(({ id }) => id === memberId)?.role !== 'owner';
  if (isOfOthers || source.type === 'team' || members.length > 1) {
    throw refused('This code is not that of an individual customer without other members, so it cannot be merged.');
  }
  source.verifyAddress(emailKey, now);
  mergeCustomers(merger, now);
}
