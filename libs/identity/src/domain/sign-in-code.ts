import { AggregateRoot, newId } from '#kernel';
import { CODE_LIFETIME, type StoredCode } from '#support/credentials';
import { emailKeyOf, type SignInRequestState } from './sign-in-request.ts';

const TRIES = 5;

export interface SignInCodeState {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly emailKey: string;
  readonly selector: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  triesLeft: number;
}

/** A code that signs in one user once. Sent by e-mail, valid for `CODE_LIFETIME`. */
export class SignInCode extends AggregateRoot<SignInCodeState> {
  static create(
    { id: requestId, emailKey }: Readonly<SignInRequestState>,
    userId: string,
    { selector, digest }: StoredCode,
    now: Date,
  ): SignInCode {
    const expiresAt = new Date(now.getTime() + CODE_LIFETIME);
    const id = newId('user-sign-in-code');
    return new SignInCode({ id, requestId, userId, emailKey, selector, digest, expiresAt, triesLeft: TRIES });
  }

  get userId(): string {
    return this.state.userId;
  }

  /**
   * True if it was sent to this address and one of the digests matches. Every call uses up an attempt; a successful one uses up
   * the code.
   */
  attempt(email: string, digests: readonly Buffer[], now: Date): boolean {
    if (this.state.triesLeft === 0 || this.state.expiresAt <= now) return false;
    const isRight = this.state.emailKey === emailKeyOf(email) && digests.some((digest) => digest.equals(this.state.digest));
    this.state.triesLeft = isRight ? 0 : this.state.triesLeft - 1;
    return isRight;
  }
}
