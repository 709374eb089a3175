import { newId, ResourceNotFound, Conflict } from '#kernel';
import { displayForm, type StringKind } from '../keys/key-string.ts';
import type { LicenseKey } from '../keys/license-key.ts';

/** How many entries of a pool may be available at most. */
export const MOST_AVAILABLE = 100_000;

/** A benefit takes its keys from one pool. */
export class BenefitHasPool extends Conflict {
  constructor() {
    super('The benefit has a pool of license keys already.');
  }
}

export class KeyPoolFull extends Conflict {
  constructor() {
    super(`A pool has at most ${MOST_AVAILABLE} available entries.`);
  }
}

export class PoolEntryClaimed extends Conflict {
  constructor() {
    super('The entry is a license key already. Revoke the license key instead.');
  }
}

/** A string that was encrypted before the row of its pool is locked: that takes a while for many. */
export interface PreparedString {
  readonly key: string;
  readonly kind: StringKind;
  readonly encryptedKey: Buffer;
  /** The digests of the string and of its normal form under every secret. */
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

/** A key that was issued with an entry. */
interface IssuedEntry {
  readonly key: LicenseKey;
  readonly at: Date;
}

/** The entries and waiting grants of a pool that a command is about, and what it does with them. */
export class PoolContents {
  private readonly newEntries: AddedEntry[] = [];
  private readonly removedEntries: FreeEntry[] = [];
  private readonly issuedKeys: IssuedEntry[] = [];
  private readonly newGrants: WaitingGrant[] = [];

  /** `named` are entries that a command names: null if a key has them. */
  constructor(
    private readonly free: readonly FreeEntry[],
    private readonly named: ReadonlyMap<string, FreeEntry | null>,
    private readonly waiting: ReadonlySet<string>,
  ) {}

  static empty(): PoolContents {
    return new PoolContents([], new Map(), new Set());
  }

  get added(): readonly AddedEntry[] {
    return this.newEntries;
  }

  get removed(): readonly FreeEntry[] {
    return this.removedEntries;
  }

  get issued(): readonly IssuedEntry[] {
    return this.issuedKeys;
  }

  get newlyWaiting(): readonly WaitingGrant[] {
    return this.newGrants;
  }

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
      this.newEntries.push({ ...string, id: newId('license-key'), displayKey: displayForm(string.key), createdAt: now });
  }

  /** A key was issued with the entry that has its ID. */
  issue(key: LicenseKey, at: Date): void {
    this.issuedKeys.push({ key, at });
  }

  remove(entries: readonly FreeEntry[]): void {
    this.removedEntries.push(...entries);
  }

  /** The grant has no key until there is an entry. */
  wait(grantId: string, since: Date): void {
    this.newGrants.push({ grantId, since });
  }

  isWaiting(grantId: string): boolean {
    return this.waiting.has(grantId) || this.newlyWaiting.some((each) => each.grantId === grantId);
  }

  private isTaken({ id }: FreeEntry): boolean {
    return this.removed.some((each) => each.id === id) || this.issued.some(({ key }) => key.id === id);
  }
}
