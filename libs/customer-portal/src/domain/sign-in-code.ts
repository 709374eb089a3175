import { AggregateRoot, newId } from '#kernel';
import { CODE_LIFETIME, type StoredCode } from '#support/credentials';
import { SignInCompleted } from './sign-in.events.ts';
import type { SignInState } from './sign-in.ts';

const TRIES = 5;

/** Whose code it is, with the generation of their sessions. */
interface Recipient {
  readonly customerId: string;
  readonly generation: number;
}

export interface SignInCodeState {
  readonly id: string;
  readonly organizationId: string;
  readonly signInId: string;
  readonly customerId: string;
  readonly emailKey: string;
  readonly selector: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  /** The generation of the session that the code opens. */
  readonly generation: number;
  triesLeft: number;
}

/** A one-time code that signs in to the portal of one customer. Sent by e-mail, valid for `CODE_LIFETIME`. */
export class SignInCode extends AggregateRoot<SignInCodeState> {
  static create(
    { id: signInId, organizationId, emailKey }: Readonly<SignInState>,
    { customerId, generation }: Recipient,
    { selector, digest }: StoredCode,
    now: Date,
  ): SignInCode {
    return new SignInCode({
      id: newId('sign-in-code'),
      organizationId,
      signInId,
      customerId,
      emailKey,
      selector,
      digest,
      expiresAt: new Date(now.getTime() + CODE_LIFETIME),
      generation,
      triesLeft: TRIES,
    });
  }

  /** True if one of the digests matches. Every call uses up an attempt; a successful one uses up the code. */
  attempt(digests: readonly Buffer[], now: Date): boolean {
    if (this.state.triesLeft === 0 || this.state.expiresAt <= now) return false;
    const isRight = digests.some((digest) => digest.equals(this.state.digest));
    this.state.triesLeft = isRight ? 0 : this.state.triesLeft - 1;
    if (isRight) this.record(new SignInCompleted(this.state.organizationId, this.state.id, now, this.state.customerId));
    return isRight;
  }
}
