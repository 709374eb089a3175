import { AggregateRoot, newId } from '#kernel';
import { SignInCompleted } from './sign-in.events.ts';
import type { SignIn } from './sign-in.ts';

const MINUTE = 60_000;
export const CODE_LIFETIME = 30 * MINUTE;
const TRIES = 5;

/** What is remembered of a code: the part that it is found by, and a keyed digest of all of it. */
export interface RememberedCode {
  readonly selector: string;
  readonly digest: Buffer;
}

/** A code that lets whoever reads mail at an address into the portal of one customer: once, within half an hour. */
export class SignInCode extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly signInId: string;
  readonly customerId: string;
  readonly emailKey: string;
  readonly selector: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  private triesLeft: number;

  constructor({ id: signInId, organizationId, emailKey }: SignIn, customerId: string, code: RememberedCode, at: Date) {
    super();
    this.id = newId();
    this.organizationId = organizationId;
    this.signInId = signInId;
    this.customerId = customerId;
    this.emailKey = emailKey;
    this.selector = code.selector;
    this.digest = code.digest;
    this.expiresAt = new Date(at.getTime() + CODE_LIFETIME);
    this.triesLeft = TRIES;
  }

  /** Whether one of the digests is this code's. Each try counts, and the one that succeeds is the last. */
  attempt(digests: readonly Buffer[], at: Date): boolean {
    if (this.triesLeft === 0 || this.expiresAt <= at) return false;
    const isRight = digests.some((digest) => digest.equals(this.digest));
    this.triesLeft = isRight ? 0 : this.triesLeft - 1;
    if (isRight) this.record(new SignInCompleted(this.organizationId, this.id, at, this.customerId));
    return isRight;
  }
}
