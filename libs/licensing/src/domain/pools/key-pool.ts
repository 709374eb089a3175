import { AggregateRoot, applyChanges, newId } from '#kernel';
import { KeyPoolFull, MOST_AVAILABLE } from './key-pool.errors.ts';
import * as events from './key-pool.events.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import type { FreeEntry, PoolContents, PreparedString } from './pool-contents.ts';

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

/** Strings that were made elsewhere, for the keys of one benefit: its grants get them in the order in which they were added. */
export class KeyPool extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly benefitId: string;
  name: string;
  lowThreshold: number;
  /** The number of entries that no key has. */
  available = 0;
  /** The number of keys that were issued. */
  claimed = 0;
  readonly createdAt: Date;
  modifiedAt: Date | null = null;
  deletedAt: Date | null = null;
  /** What the command is about; set when the pool is loaded. */
  readonly contents!: PoolContents;

  private constructor({ organizationId, benefitId, name, lowThreshold }: NewKeyPool, now: Date) {
    super();
    this.id = newId('key-pool');
    this.organizationId = organizationId;
    this.benefitId = benefitId;
    this.name = name;
    this.lowThreshold = lowThreshold;
    this.createdAt = now;
  }

  static create(attributes: NewKeyPool, now: Date): KeyPool {
    return new KeyPool(attributes, now);
  }

  update(changes: KeyPoolChanges, now: Date): void {
    if (applyChanges<Pick<KeyPool, 'name' | 'lowThreshold'>>(this, changes).length > 0) this.modifiedAt = now;
  }

  add(strings: readonly PreparedString[], now: Date): void {
    if (this.available + strings.length > MOST_AVAILABLE) throw new KeyPoolFull();
    this.contents.add(strings, now);
    this.available += strings.length;
    this.modifiedAt = now;
    this.record(new events.LicenseKeyPoolFilled(this, now, this.available - strings.length));
  }

  /** Issues the key of a grant with the first entry. Without one the grant waits; then undefined. */
  issue(grantId: string, create: (entry: FreeEntry) => LicenseKey, now: Date): LicenseKey | undefined {
    const [entry] = this.contents.first(1);
    if (!entry) {
      this.wait(grantId, now);
      return undefined;
    }
    const key = create(entry);
    this.contents.issued.push({ key, at: now });
    this.claimed += 1;
    this.take(1, now);
    return key;
  }

  /** Removes an entry that no key has. */
  remove(entryId: string, now: Date): void {
    this.contents.removed.push(this.contents.find(entryId));
    this.take(1, now);
  }

  /** Removes the entries that were loaded, and with the last one the pool. Returns whether the pool is deleted. */
  clear(now: Date): boolean {
    const entries = this.contents.first(Infinity);
    this.contents.removed.push(...entries);
    this.available -= entries.length;
    this.modifiedAt = now;
    if (this.available > 0) return false;
    this.contents.isDeleted = true;
    this.deletedAt = now;
    this.record(new events.LicenseKeyPoolDeleted(this, now));
    return true;
  }

  private wait(grantId: string, now: Date): void {
    if (this.contents.isWaiting(grantId)) return;
    this.contents.newlyWaiting.push({ grantId, since: now });
    this.record(new events.LicenseKeyPoolGrantDelayed(this, now, grantId));
  }

  private take(number: number, now: Date): void {
    const before = this.available;
    this.available -= number;
    this.modifiedAt = now;
    if (this.available <= this.lowThreshold && before > this.lowThreshold) this.record(new events.LicenseKeyPoolLow(this, now));
    if (this.available === 0) this.record(new events.LicenseKeyPoolEmpty(this, now));
  }
}
