import type { BulkAction, BulkRefusal } from '#support/bulk-changes';
import type { RecordTags } from '#support/tags';
import type { Status } from '../keys/license-key.errors.ts';
import type { GrantedTerms, Terms } from '../keys/license-key.types.ts';

/** What of a key decides what an action does with it. */
export interface BulkFacts {
  readonly status: Status;
  readonly expiresAt: Date | null;
  readonly limitActivations: number | null;
  readonly limitUsage: number | null;
  /** Null for a key that was issued directly: it follows nothing, and gets the value of its benefit. */
  readonly grantId: string | null;
  /** Whether a limit is that of the benefit, and was not set by hand. */
  follows(limit: keyof BenefitLimits): boolean;
  readonly isOfDeletedCustomer: boolean;
}

/** The limits that the benefit of a key sets now, with what its purchase makes of them. */
export type BenefitLimits = Pick<GrantedTerms, 'limitActivations' | 'limitUsage'>;

/** The terms that an action gives a key; none if it sends the key. */
export type BulkTerms = Pick<Terms, 'status' | 'expiresAt' | 'limitActivations' | 'limitUsage'>;

export type BulkDecision = { readonly terms: BulkTerms } | { readonly refusal: BulkRefusal };

const DAY_MS = 86_400_000;
/** Later times have no form in ISO 8601 that all clients read. */
const LATEST = new Date('9999-12-31T23:59:59.999Z');
const MOST_ACTIVATIONS = 2 ** 31 - 1;

const refused = (refusal: BulkRefusal): BulkDecision => ({ refusal });

/** An action on the tags of a key. */
export type TagAction = Extract<BulkAction, { readonly tag: string }>;

export const isTagAction = (action: BulkAction): action is TagAction => 'tag' in action;

/** Why a key keeps its tags; undefined if the action changes them. */
export function refusalOfTag({ type, tag }: TagAction, tags: RecordTags): BulkRefusal | undefined {
  const isAdded = type === 'add_tag';
  if (tags.has(tag) === isAdded) return 'ALREADY_SO';
  return isAdded && !tags.canAdd(tag) ? 'TOO_MANY_TAGS' : undefined;
}

const LIMITS = { limit_activations: 'limitActivations', limit_usage: 'limitUsage' } as const;

/**
 * What an action does with a key at a time. `isMailable`: somebody has an address to which the key can be sent. `ofBenefit` is left out if
 * the benefit sets nothing any more.
 */
export function decisionOf(
  action: Exclude<BulkAction, TagAction>,
  key: BulkFacts,
  now: Date,
  isMailable = true,
  ofBenefit?: BenefitLimits,
): BulkDecision {
  if (key.isOfDeletedCustomer) return refused('CUSTOMER_DELETED');
  if (action.type === 'send')
    return key.status !== 'granted' ? refused('NOT_GRANTED') : isMailable ? { terms: {} } : refused('NO_EMAIL');
  if (key.status === 'revoked') return refused('REVOKED');
  switch (action.type) {
    case 'disable':
      return key.status === 'disabled' ? refused('ALREADY_SO') : { terms: { status: 'disabled' } };
    case 'enable':
      return key.status === 'granted' ? refused('ALREADY_SO') : { terms: { status: 'granted' } };
    case 'add_activations':
      return withActivations(key.limitActivations, action.count);
    case 'follow_benefit':
      return following(LIMITS[action.limit], key, ofBenefit);
    case 'extend':
      return extended(key.expiresAt, action.days, now);
    case 'extend_until':
      return extendedUntil(key.expiresAt, new Date(action.expiresAt));
  }
}

function withActivations(limit: number | null, count: number): BulkDecision {
  if (limit === null) return refused('NO_ACTIVATIONS');
  const limitActivations = limit + count;
  return limitActivations > MOST_ACTIVATIONS ? refused('TOO_MANY_ACTIVATIONS') : { terms: { limitActivations } };
}

function following(limit: keyof BenefitLimits, key: BulkFacts, ofBenefit: BenefitLimits | undefined): BulkDecision {
  if (!ofBenefit) return refused('NO_BENEFIT');
  const value = ofBenefit[limit];
  const isSo = key[limit] === value && (key.grantId === null || key.follows(limit));
  return isSo ? refused('ALREADY_SO') : { terms: { [limit]: value } };
}

/** The days of a key that has expired begin now. */
function extended(expiresAt: Date | null, days: number, now: Date): BulkDecision {
  if (expiresAt === null) return refused('NEVER_EXPIRES');
  const until = new Date(Math.max(expiresAt.getTime(), now.getTime()) + days * DAY_MS);
  return until > LATEST ? refused('EXPIRES_TOO_LATE') : { terms: { expiresAt: until } };
}

function extendedUntil(expiresAt: Date | null, until: Date): BulkDecision {
  if (expiresAt === null) return refused('NEVER_EXPIRES');
  if (expiresAt.getTime() === until.getTime()) return refused('ALREADY_SO');
  return expiresAt > until ? refused('EXPIRES_LATER') : { terms: { expiresAt: until } };
}
