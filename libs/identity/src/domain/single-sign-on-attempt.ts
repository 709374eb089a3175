import { AggregateRoot, newId } from '#kernel';

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

export interface SingleSignOnAttemptState extends NewSingleSignOnAttempt {
  readonly id: string;
  readonly expiresAt: Date;
}

/** Somebody was sent to the provider of an organization and has some minutes to come back, once, in the same browser. */
export class SingleSignOnAttempt extends AggregateRoot<SingleSignOnAttemptState> {
  static create(attributes: NewSingleSignOnAttempt, now: Date): SingleSignOnAttempt {
    return new SingleSignOnAttempt({
      ...attributes,
      id: newId('single-sign-on-attempt'),
      expiresAt: new Date(now.getTime() + LIFETIME),
    });
  }

  /** Whether the browser that comes back is the one that began, in time. */
  isOf(browserDigests: readonly Buffer[], now: Date): boolean {
    return now < this.state.expiresAt && browserDigests.some((each) => each.equals(this.state.browserDigest));
  }

  /** Whether the organization still has the provider to which the browser was sent. */
  isAt({ issuer, clientId }: { readonly issuer: string; readonly clientId: string }): boolean {
    return issuer === this.state.issuer && clientId === this.state.clientId;
  }
}
