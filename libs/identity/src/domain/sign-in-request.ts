import { AggregateRoot, newId } from '#kernel';
import { UserSignInRequested } from './sign-in-request.events.ts';

export interface NewSignInRequest {
  readonly email: string;
  /** Whether it was made on a device on which somebody signed in with this address before. */
  readonly isFromKnownDevice: boolean;
}

/** E-mail addresses are compared in this form. */
export const emailKeyOf = (email: string): string => email.toLowerCase();

/** Somebody asked for a code to sign in. It is stored whether or not a user has the address. */
export class SignInRequest extends AggregateRoot {
  readonly id: string;
  readonly emailKey: string;
  readonly isFromKnownDevice: boolean;
  readonly requestedAt: Date;

  private constructor({ email, isFromKnownDevice }: NewSignInRequest, now: Date) {
    super();
    this.id = newId('user-sign-in-request');
    this.emailKey = emailKeyOf(email);
    this.isFromKnownDevice = isFromKnownDevice;
    this.requestedAt = now;
  }

  static create(attributes: NewSignInRequest, now: Date): SignInRequest {
    const request = new SignInRequest(attributes, now);
    request.record(new UserSignInRequested(request.id, now));
    return request;
  }
}
