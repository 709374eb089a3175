/** The limits of a key that its benefit sets. */
export const BENEFIT_LIMITS = ['limit_activations', 'limit_usage'] as const;

/** What is done with each key. It is stored as JSON, so its time is ISO 8601 in UTC. */
export type BulkAction =
  | { readonly type: 'extend'; readonly days: number }
  | { readonly type: 'extend_until'; readonly expiresAt: string }
  | { readonly type: 'add_activations'; readonly count: number }
  | { readonly type: 'follow_benefit'; readonly limit: (typeof BENEFIT_LIMITS)[number] }
  | { readonly type: 'disable' }
  | { readonly type: 'enable' }
  | { readonly type: 'send' }
  | { readonly type: 'add_tag'; readonly tag: string }
  | { readonly type: 'remove_tag'; readonly tag: string };

/** Why a key is left as it is. */
export const BULK_REFUSALS = [
  'ALREADY_SO',
  'CHANGED_SINCE',
  'CUSTOMER_DELETED',
  'EXPIRES_LATER',
  'EXPIRES_TOO_LATE',
  'NEVER_EXPIRES',
  'NO_ACTIVATIONS',
  'NO_BENEFIT',
  'NO_EMAIL',
  'NOT_FOUND',
  'NOT_GRANTED',
  'REVOKED',
  'TOO_MANY_ACTIVATIONS',
  'TOO_MANY_TAGS',
] as const;
export type BulkRefusal = (typeof BULK_REFUSALS)[number];

/** `kept`: the change was undone, but not of this key, which had been changed since. */
export const BULK_OUTCOMES = ['pending', 'changed', 'refused', 'restored', 'kept'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** A term of a key, or whether it has the tag of the action, as JSON. */
export interface StoredTerms {
  readonly status?: 'granted' | 'revoked' | 'disabled';
  readonly expiresAt?: string | null;
  readonly limitActivations?: number | null;
  readonly limitUsage?: number | null;
  /** The term followed the benefit. */
  readonly isFollowed?: true;
  readonly isTagged?: boolean;
}

export type BulkStatus = 'running' | 'done' | 'cancelled' | 'undoing' | 'undone';

/** Whether a bulk change can be undone: what was sent cannot be taken back. */
export const isUndoable = ({ action, status }: { readonly action: BulkAction; readonly status: BulkStatus }): boolean =>
  action.type !== 'send' && status !== 'undoing' && status !== 'undone';
