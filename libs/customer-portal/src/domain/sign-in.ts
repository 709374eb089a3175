import { AggregateRoot, newId } from '#kernel';
import { normalizedEmail } from './unique-identifiers.ts';
import { SignInRequested } from './sign-in.events.ts';

export interface NewSignIn {
  readonly organizationId: string;
  readonly email: string;
  /** The only customer that is meant, where one is named. */
  readonly customerId: string | null;
}

/** Somebody's wish to be let in, taken down whether or not anyone is known by the address. */
export class SignIn extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  /** The address that was typed, as it is compared. Nothing is ever sent to it as it was typed. */
  readonly emailKey: string;
  readonly customerId: string | null;
  readonly requestedAt: Date;

  constructor(birth: NewSignIn, at: Date) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.emailKey = normalizedEmail(birth.email);
    this.customerId = birth.customerId;
    this.requestedAt = at;
  }

  static request(birth: NewSignIn, at: Date): SignIn {
    const signIn = new SignIn(birth, at);
    signIn.record(new SignInRequested(signIn.organizationId, signIn.id, at));
    return signIn;
  }
}
