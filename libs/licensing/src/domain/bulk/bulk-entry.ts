import type { BulkAction, BulkOutcome, BulkRefusal, StoredTerms } from '#support/bulk-changes';
import type { RecordTags } from '#support/tags';
import type { LicenseKey } from '../keys/license-key.ts';
import type { FollowedTerm, GrantedTerms } from '../keys/license-key.types.ts';
import { type BenefitLimits, type BulkTerms, decisionOf, isTagAction, refusalOfTag, type TagAction } from './bulk-action.ts';

export interface BulkEntryState {
  readonly organizationId: string;
  readonly bulkChangeId: string;
  readonly licenseKeyId: string;
  outcome: BulkOutcome;
  code: BulkRefusal | null;
  /** What the key had before, and what it got; null unless it was changed. */
  before: StoredTerms | null;
  after: StoredTerms | null;
}

const stored = ({ expiresAt, ...terms }: BulkTerms): StoredTerms => ({
  ...terms,
  ...(expiresAt === undefined ? {} : { expiresAt: expiresAt?.toISOString() ?? null }),
});

const termsIn = ({ isFollowed: _isFollowed, isTagged: _isTagged, expiresAt, ...terms }: StoredTerms): BulkTerms => ({
  ...terms,
  ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
});

/** What a key has of the terms that another state names. */
function sameTermsOf(key: LicenseKey, terms: StoredTerms): StoredTerms {
  const { status, expiresAt, limitActivations, limitUsage } = key.snapshot;
  return stored({
    ...('status' in terms ? { status } : {}),
    ...('expiresAt' in terms ? { expiresAt } : {}),
    ...('limitActivations' in terms ? { limitActivations } : {}),
    ...('limitUsage' in terms ? { limitUsage } : {}),
  });
}

/** A key of a bulk change, and what became of it. */
export class BulkEntry {
  constructor(
    private readonly state: BulkEntryState,
    /** Undefined if the organization has no such key, or the action is one on tags. */
    readonly key: LicenseKey | undefined,
    /** Loaded for an action on tags. Undefined if the organization has no such key. */
    readonly tags?: RecordTags,
  ) {}

  get current(): Readonly<BulkEntryState> {
    return this.state;
  }

  /** Changes the key, or notes why it is left as it is. */
  apply(action: BulkAction, isMailable: boolean, now: Date, ofBenefit?: BenefitLimits): 'changed' | 'refused' {
    if (isTagAction(action)) return this.applyTag(action);
    const { key } = this;
    const decision = key ? decisionOf(action, key, now, isMailable, ofBenefit) : ({ refusal: 'NOT_FOUND' } as const);
    if ('refusal' in decision) return this.end('refused', decision.refusal);
    if (action.type === 'send') key!.requestMail(now);
    else this.changeTerms(key!, decision.terms, now, action.type === 'follow_benefit' && key!.grantId !== null);
    return this.end('changed', null);
  }

  /** Gives the key back what it had before, unless that was changed since. */
  undo(action: BulkAction, now: Date): 'restored' | 'kept' {
    if (isTagAction(action)) return this.undoTag(action);
    const { key } = this;
    const before = this.state.before!;
    if (!key) return this.end('kept', 'NOT_FOUND');
    if (JSON.stringify(sameTermsOf(key, before)) !== JSON.stringify(this.state.after)) return this.end('kept', 'CHANGED_SINCE');
    const terms = termsIn(before);
    if (before.isFollowed) key.update({}, now, terms as Partial<GrantedTerms>);
    else key.update(terms, now);
    return this.end('restored', null);
  }

  private applyTag(action: TagAction): 'changed' | 'refused' {
    const { tags } = this;
    const refusal = tags ? refusalOfTag(action, tags) : 'NOT_FOUND';
    if (refusal) return this.end('refused', refusal);
    const isAdded = action.type === 'add_tag';
    tags![isAdded ? 'add' : 'remove'](action.tag);
    this.state.before = { isTagged: !isAdded };
    this.state.after = { isTagged: isAdded };
    return this.end('changed', null);
  }

  private undoTag({ type, tag }: TagAction): 'restored' | 'kept' {
    const { tags } = this;
    const opposite = { type: type === 'add_tag' ? 'remove_tag' : 'add_tag', tag } as const;
    const refusal = tags ? refusalOfTag(opposite, tags) : 'NOT_FOUND';
    if (refusal) return this.end('kept', refusal === 'ALREADY_SO' ? 'CHANGED_SINCE' : refusal);
    tags![opposite.type === 'add_tag' ? 'add' : 'remove'](tag);
    return this.end('restored', null);
  }

  private changeTerms(key: LicenseKey, terms: BulkTerms, now: Date, isFollowing: boolean): void {
    const [term] = Object.keys(terms) as (FollowedTerm | 'status')[];
    const followsBenefit = term !== undefined && term !== 'status' && key.follows(term);
    this.state.before = { ...sameTermsOf(key, terms as StoredTerms), ...(followsBenefit ? { isFollowed: true } : {}) };
    this.state.after = stored(terms);
    if (isFollowing) key.update({}, now, terms as Partial<GrantedTerms>);
    else key.update(terms, now);
  }

  private end<Outcome extends BulkOutcome>(outcome: Outcome, code: BulkRefusal | null): Outcome {
    this.state.outcome = outcome;
    this.state.code = code;
    return outcome;
  }
}
