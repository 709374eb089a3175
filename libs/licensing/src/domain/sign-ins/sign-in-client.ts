import { AggregateRoot, newId } from '#kernel';

export interface NewSignInClient {
  readonly organizationId: string;
  readonly name: string;
  readonly benefitIds: readonly string[];
}

export interface SignInClientState extends NewSignInClient {
  readonly id: string;
  readonly createdAt: Date;
}

/** An application of the seller in which customers may sign in, and the benefits whose license keys it may then find. */
export class SignInClient extends AggregateRoot<SignInClientState> {
  static create(attributes: NewSignInClient, now: Date): SignInClient {
    return new SignInClient({ ...attributes, id: newId('sign-in-client'), createdAt: now });
  }
}
