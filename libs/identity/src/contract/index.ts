import type { EventsIn } from '#kernel';
import type * as credentialEvents from '../domain/user-credentials.events.ts';
import type * as domainEvents from '../domain/email-domain.events.ts';
import type * as singleSignOnEvents from '../domain/single-sign-on.events.ts';
import type * as requestEvents from '../domain/sign-in-request.events.ts';

/** The events that this context publishes. */
export type IdentityEvent =
  | EventsIn<typeof credentialEvents>
  | EventsIn<typeof domainEvents>
  | EventsIn<typeof singleSignOnEvents>
  | EventsIn<typeof requestEvents>;

export type { CredentialChange } from '../domain/user-credentials.events.ts';
export {
  BeginPasskeySignIn,
  type OpenedUserSession,
  type SecondFactorDemand,
  SignIn,
  type SignInClient,
  type SignInOutcome,
  type SignInProof,
  VerifySecondFactor,
  RequestSignIn,
} from './sign-in.ts';
export {
  BeginSingleSignOn,
  CompleteSingleSignOn,
  SINGLE_SIGN_ON_CALLBACK,
  type SingleSignOnDemand,
  type SingleSignOnPlace,
  type SingleSignOnResult,
} from './single-sign-on.ts';
export { EndUserSession, FindUserSession, type UserSessionSnapshot } from './user-sessions.ts';
