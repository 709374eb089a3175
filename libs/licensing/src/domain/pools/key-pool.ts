import { AggregateRoot, applyChanges, newId } from '#kernel';
import { KeyPoolFull, MOST_AVAILABLE, type FreeEntry, PoolContents, type PreparedString } from './pool-contents.ts';
import * as events from './key-pool.events.ts';
import type { LicenseKey } from '../keys/license-key.ts';

interface Details {
  readonly name: string;
  /** At how many available entries the seller is told. */
  readonly lowThreshold: number;
}

export interface NewKeyPool extends Details {
  readonly organizationId: string;
  readonly benefitId: string;
}

/** `undefined` leaves a value unchanged. */
export type KeyPoolChanges = { readonly [K in keyof Details]?: Details[K] };

/** The state of a pool: its row, and whether it was deleted. */
export interface KeyPoolState {
  readonly id: string;
  readonly organizationId: string;
  readonly benefitId: string;
  name: string;
  lowThreshold: number;
  /** The number of entries that no key has. */
  available: number;
  /** The number of keys that were issued. */
  claimed: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
}

/** Strings that were made elsewhere, for the keys of one benefit: its grants get them in the order in which they were added. */
export class KeyPool extends AggregateRoot<KeyPoolState> {
  private constructor(
    state: KeyPoolState,
    /** What the command is about. */
    readonly contents: PoolContents,
  ) {
    super(state);
  }

  static create({ organizationId, benefitId, name, lowThreshold }: NewKeyPool, now: Date): KeyPool {
    const state = { id: newId('key-pool'), organizationId, benefitId, name, lowThreshold, available: 0, claimed: 0 };
    return new KeyPool({ ...state, createdAt: now, modifiedAt: null, deletedAt: null }, PoolContents.empty());
  }

  /** A pool as it was stored, with what the command is about. */
  static restore(state: Omit<KeyPoolState, 'deletedAt'>, contents: PoolContents): KeyPool {
    return new KeyPool({ ...state, deletedAt: null }, contents);
  }

  get benefitId(): string {
    return this.state.benefitId;
  }

  get name(): string {
    return this.state.name;
  }

  get lowThreshold(): number {
    return this.state.lowThreshold;
  }

  get available(): number {
    return this.state.available;
  }

  get claimed(): number {
    return this.state.claimed;
  }

  update(changes: KeyPoolChanges, now: Date): void {
    if (applyChanges<Pick<KeyPoolState, 'name' | 'lowThreshold'>>(this.state, changes).length > 0) this.state.modifiedAt = now;
  }

  add(strings: readonly PreparedString[], now: Date): void {
    const { available } = this.state;
    if (available + strings.length > MOST_AVAILABLE) throw new KeyPoolFull();
    this.contents.add(strings, now);
    this.state.available += strings.length;
    this.state.modifiedAt = now;
    this.record(new events.LicenseKeyPoolFilled(this, now, available));
  }

  /** Issues the key of a grant with the first entry. Without one the grant waits; then undefined. */
  issue(grantId: string, create: (entry: FreeEntry) => LicenseKey, now: Date): LicenseKey | undefined {
    const [entry] = this.contents.first(1);
    if (!entry) {
      this.wait(grantId, now);
      return undefined;
    }
    const key = create(entry);
    this.contents.issue(key, now);
    this.state.claimed += 1;
    this.take(1, now);
    return key;
  }

  /** Removes an entry that no key has. */
  remove(entryId: string, now: Date): void {
    this.contents.remove([this.contents.find(entryId)]);
    this.take(1, now);
  }

  /** Removes the entries that were loaded, and with the last one the pool. Returns whether the pool is deleted. */
  clear(now: Date): boolean {
    const entries = this.contents.first(Infinity);
    this.contents.remove(entries);
    this.state.available -= entries.length;
    this.state.modifiedAt = now;
    if (this.state.available > 0) return false;
    this.state.deletedAt = now;
    this.record(new events.LicenseKeyPoolDeleted(this, now));
    return true;
  }

  private wait(grantId: string, now: Date): void {
    if (this.contents.isWaiting(grantId)) return;
    this.contents.wait(grantId, now);
    this.record(new events.LicenseKeyPoolGrantDelayed(this, now, grantId));
  }

  private take(number: number, now: Date): void {
    const { available: before, lowThreshold } = this.state;
    const available = before - number;
    this.state.available = available;
    this.state.modifiedAt = now;
    if (available <= lowThreshold && before > lowThreshold) this.record(new events.LicenseKeyPoolLow(this, now));
    if (available === 0) this.record(new events.LicenseKeyPoolEmpty(this, now));
  }
}
