import { newId } from '#kernel';

const LIFETIME = 10 * 60_000;

export interface NewSingleSignOnAttempt {
  readonly organizationId: string;
  /** Keyed digest of the state. */
  readonly stateDigest: Buffer;
  /** Keyed digest of what only the browser knows that began. */
  readonly browserDigest: Buffer;
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** Encrypted. */
  readonly codeVerifier: Buffer;
}

/** Somebody was sent to the provider of an organization and has some minutes to come back, once, in the same browser. */
export class SingleSignOnAttempt {
  readonly id: string;
  readonly organizationId: string;
  readonly stateDigest: Buffer;
  readonly browserDigest: Buffer;
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  readonly codeVerifier: Buffer;
  readonly expiresAt: Date;

  private constructor(attributes: NewSingleSignOnAttempt, now: Date) {
    this.id = newId('single-sign-on-attempt');
    this.organizationId = attributes.organizationId;
    this.stateDigest = attributes.stateDigest;
    this.browserDigest = attributes.browserDigest;
    this.issuer = attributes.issuer;
    this.clientId = attributes.clientId;
    this.nonce = attributes.nonce;
    this.codeVerifier = attributes.codeVerifier;
    this.expiresAt = new Date(now.getTime() + LIFETIME);
  }

  static create(attributes: NewSingleSignOnAttempt, now: Date): SingleSignOnAttempt {
    return new SingleSignOnAttempt(attributes, now);
  }

  /** Whether the browser that comes back is the one that began, in time. */
  isOf(browserDigests: readonly Buffer[], now: Date): boolean {
    return now < this.expiresAt && browserDigests.some((each) => each.equals(this.browserDigest));
  }

  /** Whether the organization still has the provider to which the browser was sent. */
  isAt({ issuer, clientId }: { readonly issuer: string; readonly clientId: string }): boolean {
    return issuer === this.issuer && clientId === this.clientId;
  }
}
