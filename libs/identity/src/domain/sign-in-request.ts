import { AggregateRoot, newId } from '#kernel';
import { UserSignInRequested } from './sign-in-request.events.ts';

export interface NewSignInRequest {
  readonly email: string;
  /** Whether it was made on a device on which somebody signed in with this address before. */
  readonly isFromKnownDevice: boolean;
}

/** E-mail addresses are compared in this form. */
export const emailKeyOf = (email: string): string => email.toLowerCase();

export interface SignInRequestState {
  readonly id: string;
  readonly emailKey: string;
  readonly isFromKnownDevice: boolean;
  readonly requestedAt: Date;
}

/** Somebody asked for a code to sign in. It is stored whether or not a user has the address. */
export class SignInRequest extends AggregateRoot<SignInRequestState> {
  static create({ email, isFromKnownDevice }: NewSignInRequest, now: Date): SignInRequest {
    const id = newId('user-sign-in-request');
    const request = new SignInRequest({ id, emailKey: emailKeyOf(email), isFromKnownDevice, requestedAt: now });
    request.record(new UserSignInRequested(id, now));
    return request;
  }
}
