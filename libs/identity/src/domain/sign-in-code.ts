import { newId } from '#kernel';
import { CODE_LIFETIME, type StoredCode } from '#support/credentials';
import { emailKeyOf, type SignInRequestState } from './sign-in-request.ts';

const TRIES = 5;

/** A code that signs in one user once. Sent by e-mail, valid for `CODE_LIFETIME`. */
export class SignInCode {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly emailKey: string;
  readonly selector: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  private triesLeft: number;

  private constructor({ id: requestId, emailKey }: Readonly<SignInRequestState>, userId: string, code: StoredCode, now: Date) {
    this.id = newId('user-sign-in-code');
    this.requestId = requestId;
    this.userId = userId;
    this.emailKey = emailKey;
    this.selector = code.selector;
    this.digest = code.digest;
    this.expiresAt = new Date(now.getTime() + CODE_LIFETIME);
    this.triesLeft = TRIES;
  }

  static create(request: Readonly<SignInRequestState>, userId: string, code: StoredCode, now: Date): SignInCode {
    return new SignInCode(request, userId, code, now);
  }

  /**
   * True if it was sent to this address and one of the digests matches. Every call uses up an attempt; a successful one uses up
   * the code.
   */
  attempt(email: string, digests: readonly Buffer[], now: Date): boolean {
    if (this.triesLeft === 0 || this.expiresAt <= now) return false;
    const isRight = this.emailKey === emailKeyOf(email) && digests.some((digest) => digest.equals(this.digest));
    this.triesLeft = isRight ? 0 : this.triesLeft - 1;
    return isRight;
  }
}
