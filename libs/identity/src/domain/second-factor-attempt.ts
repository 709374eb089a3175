import { AggregateRoot, newId } from '#kernel';
import type { SignInMethod } from './user-session.ts';

const MINUTE = 60_000;
const LIFETIME = 10 * MINUTE;
const TRIES = 5;

export interface SecondFactorAttemptState {
  readonly id: string;
  readonly userId: string;
  /** Keyed digest of the token. */
  readonly digest: Buffer;
  /** The first factor. */
  readonly method: SignInMethod;
  readonly expiresAt: Date;
  triesLeft: number;
}

/** A user has passed the first factor and has some minutes for the second. */
export class SecondFactorAttempt extends AggregateRoot<SecondFactorAttemptState> {
  static create(userId: string, method: SignInMethod, digest: Buffer, now: Date): SecondFactorAttempt {
    return new SecondFactorAttempt({
      id: newId('second-factor-attempt'),
      userId,
      digest,
      method,
      expiresAt: new Date(now.getTime() + LIFETIME),
      triesLeft: TRIES,
    });
  }

  get userId(): string {
    return this.state.userId;
  }

  get method(): SignInMethod {
    return this.state.method;
  }

  /** Uses up one of the tries; false if none is left. */
  use(now: Date): boolean {
    if (this.state.triesLeft === 0 || this.state.expiresAt <= now) return false;
    this.state.triesLeft -= 1;
    return true;
  }
}
