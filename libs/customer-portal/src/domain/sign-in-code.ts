import { AggregateRoot, newId } from '#kernel';
import { CODE_LIFETIME, type StoredCode } from '#support/credentials';
import { SignInCompleted } from './sign-in.events.ts';
import type { SignIn } from './sign-in.ts';

const TRIES = 5;

/** Whose code it is, with the generation of their sessions. */
interface Recipient {
  readonly customerId: string;
  readonly generation: number;
}

/** A one-time code that signs in to the portal of one customer. Sent by e-mail, valid for `CODE_LIFETIME`. */
export class SignInCode extends AggregateRoot {
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
  private triesLeft: number;

  private constructor({ id: signInId, organizationId, emailKey }: SignIn, recipient: Recipient, code: StoredCode, now: Date) {
    super();
    this.id = newId('sign-in-code');
    this.organizationId = organizationId;
    this.signInId = signInId;
    this.customerId = recipient.customerId;
    this.emailKey = emailKey;
    this.selector = code.selector;
    this.digest = code.digest;
    this.expiresAt = new Date(now.getTime() + CODE_LIFETIME);
    this.generation = recipient.generation;
    this.triesLeft = TRIES;
  }

  static create(signIn: SignIn, recipient: Recipient, code: StoredCode, now: Date): SignInCode {
    return new SignInCode(signIn, recipient, code, now);
  }

  /** True if one of the digests matches. Every call uses up an attempt; a successful one uses up the code. */
  attempt(digests: readonly Buffer[], now: Date): boolean {
    if (this.triesLeft === 0 || this.expiresAt <= now) return false;
    const isRight = digests.some((digest) => digest.equals(this.digest));
    this.triesLeft = isRight ? 0 : this.triesLeft - 1;
    if (isRight) this.record(new SignInCompleted(this.organizationId, this.id, now, this.customerId));
    return isRight;
  }
}
