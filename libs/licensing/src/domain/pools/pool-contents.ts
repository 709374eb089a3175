import { newId, ResourceNotFound } from '#kernel';
import { PoolEntryClaimed } from './key-pool.errors.ts';
import { displayForm } from '../keys/key-string.ts';
import type { LicenseKey } from '../keys/license-key.ts';

/** A string that was encrypted before the row of its pool is locked: that takes a while for many. */
export interface PreparedString {
  readonly key: string;
  readonly encryptedKey: Buffer;
  /** Those of the string and of its normal form under every secret. */
  readonly digests: readonly { readonly digest: Buffer; readonly form: Buffer }[];
}

/** An entry that no key has. The key that is issued with it gets its id. */
export interface FreeEntry {
  readonly id: string;
  readonly key: string;
}

export interface AddedEntry extends PreparedString {
  readonly id: string;
  readonly displayKey: string;
  readonly createdAt: Date;
}

export interface WaitingGrant {
  readonly grantId: string;
  readonly since: Date;
}

/** The entries and waiting grants of a pool that a command is about, and what it does with them. */
export class PoolContents {
  readonly added: AddedEntry[] = [];
  readonly removed: FreeEntry[] = [];
  readonly issued: { readonly key: LicenseKey; readonly at: Date }[] = [];
  readonly newlyWaiting: WaitingGrant[] = [];
  isDeleted = false;

  /** `named` are entries that a command names: null if a key has them. */
  constructor(
    private readonly free: FreeEntry[],
    private readonly named: ReadonlyMap<string, FreeEntry | null>,
    private readonly waiting: ReadonlySet<string>,
  ) {}

  /** The first entries that no command of the batch has taken. */
  first(number: number): FreeEntry[] {
    return this.free.filter((entry) => !this.isTaken(entry)).slice(0, number);
  }

  /** An entry that no key has. */
  find(id: string): FreeEntry {
    const entry = this.named.get(id);
    if (entry === null || (entry && this.issued.some(({ key }) => key.id === id))) throw new PoolEntryClaimed();
    if (!entry || this.removed.some((removed) => removed.id === id)) throw new ResourceNotFound();
    return entry;
  }

  add(strings: readonly PreparedString[], now: Date): void {
    for (const string of strings)
      this.added.push({ ...string, id: newId('license-key'), displayKey: displayForm(string.key), createdAt: now });
  }

  isWaiting(grantId: string): boolean {
    return this.waiting.has(grantId) || this.newlyWaiting.some((each) => each.grantId === grantId);
  }

  private isTaken({ id }: FreeEntry): boolean {
    return this.removed.some((each) => each.id === id) || this.issued.some(({ key }) => key.id === id);
  }
}
