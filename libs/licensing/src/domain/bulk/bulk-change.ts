import { type BulkAction, type BulkStatus, isUndoable } from '#support/bulk-changes';
import { AggregateRoot, Conflict, newId } from '#kernel';
import { LicenseKeyBulkChangeQueued } from './bulk-change.events.ts';
import type { BenefitLimits } from './bulk-action.ts';
import type { BulkEntry, BulkEntryState } from './bulk-entry.ts';

export interface BulkChangeState {
  readonly organizationId: string;
  readonly id: string;
  readonly action: BulkAction;
  status: BulkStatus;
  /** The number of its keys. */
  readonly total: number;
  /** Keys that were changed, also those that were restored since. */
  changed: number;
  refused: number;
  restored: number;
  /** Keys that were not restored, because they had been changed since. */
  kept: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  finishedAt: Date | null;
}

/** What was sent cannot be taken back. */
export class BulkChangeNotUndoable extends Conflict {
  constructor() {
    super('What was sent cannot be taken back.');
  }
}

const NO_LIMITS: ReadonlyMap<string, BenefitLimits> = new Map();

/** The keys in the transaction of a part: it is short, so that whoever changes one of them does not wait. */
export const PART_SIZE = 100;

/**
 * One action on many keys, which stay the ones that it was begun with. It is done in parts, and so is its undoing. Only the entries of the part
 * that a command is about are loaded.
 */
export class BulkChange extends AggregateRoot<BulkChangeState> {
  private constructor(
    state: BulkChangeState,
    readonly part: readonly BulkEntry[] = [],
  ) {
    super(state);
  }

  static create(organizationId: string, action: BulkAction, total: number, now: Date): BulkChange {
    const counts = { changed: 0, refused: 0, restored: 0, kept: 0 };
    const times = { createdAt: now, modifiedAt: null, finishedAt: null };
    const id = newId('license-key-bulk-change');
    const change = new BulkChange({ organizationId, id, action, status: 'running', total, ...counts, ...times });
    change.queue(now);
    return change;
  }

  /** A bulk change as it was stored, with the entries that the command is about. */
  static restore(state: BulkChangeState, part: readonly BulkEntry[]): BulkChange {
    return new BulkChange(state, part);
  }

  /** New entries for these keys. */
  entriesOf(licenseKeyIds: readonly string[]): BulkEntryState[] {
    const { organizationId, id: bulkChangeId } = this.state;
    const untouched = { outcome: 'pending', code: null, before: null, after: null } as const;
    return licenseKeyIds.map((licenseKeyId) => ({ organizationId, bulkChangeId, licenseKeyId, ...untouched }));
  }

  /** Does what is due with the entries of the part, and lets the next part be done. `mailable`: the keys that can be sent; `limits`: those of their benefits. */
  doPart(mailable: ReadonlySet<string>, now: Date, limits = NO_LIMITS): void {
    const { action, status } = this.state;
    for (const entry of this.part) {
      const { outcome, licenseKeyId } = entry.current;
      if (status === 'running' && outcome === 'pending')
        this.state[entry.apply(action, mailable.has(licenseKeyId), now, limits.get(licenseKeyId))] += 1;
      if (status === 'undoing' && outcome === 'changed') this.state[entry.undo(action, now)] += 1;
    }
    this.continue(now);
  }

  /** Leaves the keys alone that were not changed yet, if there are any. */
  cancel(now: Date): void {
    if (this.state.status === 'running') this.finish('cancelled', now);
  }

  /** Gives the keys back what they had, and changes no others. Does nothing if that was asked for before. */
  undo(now: Date): void {
    if (this.state.action.type === 'send') throw new BulkChangeNotUndoable();
    if (!isUndoable(this.state)) return;
    this.state.status = 'undoing';
    this.state.finishedAt = null;
    this.continue(now);
  }

  private continue(now: Date): void {
    const { status, total, changed, refused, restored, kept } = this.state;
    this.state.modifiedAt = now;
    const left = status === 'running' ? total - changed - refused : status === 'undoing' ? changed - restored - kept : 0;
    if (left > 0) this.queue(now);
    else if (status === 'running') this.finish('done', now);
    else if (status === 'undoing') this.finish('undone', now);
  }

  private finish(status: BulkStatus, now: Date): void {
    this.state.status = status;
    this.state.modifiedAt = now;
    this.state.finishedAt = now;
  }

  private queue(now: Date): void {
    this.record(new LicenseKeyBulkChangeQueued(this.state, now, this.state.status === 'undoing'));
  }
}
