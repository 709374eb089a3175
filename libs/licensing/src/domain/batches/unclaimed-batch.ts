import { AggregateRoot, applyChanges, newId } from '#kernel';
import { ExpiredKeyNotValid, InactiveKeyNotValid } from '../keys/license-key.errors.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import { type FreeEntry, PoolContents, type PreparedString } from '../pools/pool-contents.ts';

interface Details {
  readonly name: string;
  /** Until when its keys can be claimed; null if always. */
  readonly claimUntil: Date | null;
}

export interface NewUnclaimedBatch extends Details {
  readonly organizationId: string;
  readonly benefitId: string;
}

/** `undefined` leaves a value unchanged. */
export type UnclaimedBatchChanges = { readonly [K in keyof Details]?: Details[K] } & { readonly isStopped?: boolean };

/** What decides whether the keys of a batch can be claimed. */
export interface Claimability {
  readonly claimUntil: Date | null;
  readonly stoppedAt: Date | null;
}

export interface UnclaimedBatchState extends Claimability {
  readonly id: string;
  readonly organizationId: string;
  readonly benefitId: string;
  /** The number of keys that were made. */
  readonly size: number;
  name: string;
  claimUntil: Date | null;
  /** The number of keys that were claimed. */
  claimed: number;
  stoppedAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** Keys of a batch that was stopped, or is over, are refused as disabled or expired license keys are. */
export function assertClaimable({ stoppedAt, claimUntil }: Claimability, now: Date): void {
  if (stoppedAt !== null) throw new InactiveKeyNotValid('disabled');
  if (claimUntil !== null && claimUntil <= now) throw new ExpiredKeyNotValid();
}

/** Strings for license keys of one benefit that nobody has bought yet. Each becomes a license key when somebody claims it. */
export class UnclaimedBatch extends AggregateRoot<UnclaimedBatchState> {
  private constructor(
    state: UnclaimedBatchState,
    /** What the command is about. */
    readonly contents: PoolContents,
  ) {
    super(state);
  }

  static create({ claimUntil, ...attributes }: NewUnclaimedBatch, strings: readonly PreparedString[], now: Date): UnclaimedBatch {
    const contents = PoolContents.empty();
    contents.add(strings, now);
    const state = { ...attributes, id: newId('license-key-batch'), size: strings.length, claimUntil, claimed: 0 };
    return new UnclaimedBatch({ ...state, stoppedAt: null, createdAt: now, modifiedAt: null }, contents);
  }

  /** A batch as it was stored, with what the command is about. */
  static restore(state: UnclaimedBatchState, contents: PoolContents): UnclaimedBatch {
    return new UnclaimedBatch(state, contents);
  }

  update({ isStopped, ...changes }: UnclaimedBatchChanges, now: Date): void {
    const stoppedAt = isStopped === undefined ? undefined : isStopped ? (this.state.stoppedAt ?? now) : null;
    const changed = applyChanges<Pick<UnclaimedBatchState, 'name' | 'claimUntil' | 'stoppedAt'>>(this.state, {
      ...changes,
      stoppedAt,
    });
    if (changed.length > 0) this.state.modifiedAt = now;
  }

  /** Makes a license key of an entry. Throws `PoolEntryClaimed`, and as `assertClaimable` does. */
  claim(entryId: string, create: (entry: FreeEntry) => LicenseKey, now: Date): LicenseKey {
    assertClaimable(this.state, now);
    const key = create(this.contents.find(entryId));
    this.contents.issue(key, now);
    this.state.claimed += 1;
    this.state.modifiedAt = now;
    return key;
  }
}
