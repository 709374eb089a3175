import type { PublicJwk, Signer } from './signer.ts';

/** A published key of an organization. */
export interface PublishedKey {
  readonly jwk: PublicJwk;
  readonly createdAt: Date;
  /** From when on it signs; clients can know it before. */
  readonly activeFrom: Date;
  /** When the last signature that it may have made needs it no longer. */
  readonly coversUntil: Date;
  /** Whether it signs now, has yet to, or did. */
  readonly state: 'current' | 'upcoming' | 'retired';
}

/** What applications need to verify signatures of an organization. */
export interface PublishedKeys {
  /** Signs the set of keys. Applications pin its public part; it is never replaced. */
  readonly root: Signer;
  readonly keys: readonly PublishedKey[];
  /** The time of the database at which they were read. */
  readonly now: Date;
}

/**
 * The signing keys of organizations. Private parts are encrypted. A key that signs no longer stays published until everything that it
 * signed is over.
 */
export abstract class SigningKeys {
  /** The key that signs now. It stays published until that time at least. Creates the keys of an organization that has none. */
  abstract signer(organizationId: string, until: Date): Promise<Signer>;
  /** The root key, which applications have built in. Creates the keys of an organization that has none. */
  abstract root(organizationId: string): Promise<Signer>;
  /** Undefined if the organization has no keys. */
  abstract published(organizationId: string): Promise<PublishedKeys | undefined>;
  /** Adds a key that signs from so many seconds on, instead of the others. */
  abstract rotate(organizationId: string, inSeconds: number): Promise<PublicJwk>;
  /** Encrypts again, in batches, what was encrypted with older secret keys. Returns the number of keys. */
  abstract reencrypt(): Promise<number>;
}
