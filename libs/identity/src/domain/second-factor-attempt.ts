import { newId } from '#kernel';
import type { SignInMethod } from './user-session.ts';

const MINUTE = 60_000;
const LIFETIME = 10 * MINUTE;
const TRIES = 5;

/** A user has passed the first factor and has some minutes for the second. */
export class SecondFactorAttempt {
  readonly id: string;
  readonly userId: string;
  /** Keyed digest of the token. */
  readonly digest: Buffer;
  /** The first factor. */
  readonly method: SignInMethod;
  readonly expiresAt: Date;
  private triesLeft: number;

  private constructor(userId: string, method: SignInMethod, digest: Buffer, now: Date) {
    this.id = newId('second-factor-attempt');
    this.userId = userId;
    this.digest = digest;
    this.method = method;
    this.expiresAt = new Date(now.getTime() + LIFETIME);
    this.triesLeft = TRIES;
  }

  static create(userId: string, method: SignInMethod, digest: Buffer, now: Date): SecondFactorAttempt {
    return new SecondFactorAttempt(userId, method, digest, now);
  }

  /** Uses up one of the tries; false if none is left. */
  use(now: Date): boolean {
    if (this.triesLeft === 0 || this.expiresAt <= now) return false;
    this.triesLeft -= 1;
    return true;
  }
}
