import { AggregateRoot, newId } from '#kernel';
import { normalizedEmail } from './unique-identifiers.ts';
import { SignInRequested } from './sign-in.events.ts';

export interface NewSignIn {
  readonly organizationId: string;
  readonly email: string;
  /** Limits the sign-in to one customer. */
  readonly customerId: string | null;
  /** Whether it was made on a device on which somebody signed in with this address before. */
  readonly isFromKnownDevice: boolean;
}

export interface SignInState {
  readonly id: string;
  readonly organizationId: string;
  /** The normalized form of the entered address. Mail is never sent to the entered form. */
  readonly emailKey: string;
  readonly customerId: string | null;
  readonly isFromKnownDevice: boolean;
  readonly requestedAt: Date;
}

/** A request to sign in. It is stored whether or not the address is known. */
export class SignIn extends AggregateRoot<SignInState> {
  static create({ email, ...attributes }: NewSignIn, now: Date): SignIn {
    const id = newId('sign-in');
    const signIn = new SignIn({ ...attributes, id, emailKey: normalizedEmail(email), requestedAt: now });
    signIn.record(new SignInRequested(signIn.organizationId, id, now));
    return signIn;
  }
}
