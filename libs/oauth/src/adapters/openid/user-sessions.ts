import type { JsonValue } from '#kernel';
import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  BeginPasskeySignIn,
  BeginSingleSignOn,
  CompleteSingleSignOn,
  EndUserSession,
  FindUserSession,
  type OpenedUserSession,
  RequestSignIn,
  SignIn,
  type SignInOutcome,
  VerifySecondFactor,
} from '#identity/contract';

export interface SignedInUser {
  readonly session_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly authenticated_at: Date;
  readonly methods: readonly string[];
  /** The organization to which the session is limited, because it began at the provider of this one; otherwise null. */
  readonly provider_organization_id: string | null;
}

/** JSON of WebAuthn: options for a browser, or what it returns. */
export type PasskeyJson = { readonly [key: string]: JsonValue };

export type Proof =
  | { readonly email: string; readonly code: string }
  | { readonly email: string; readonly password: string }
  | { readonly passkey: PasskeyJson };
export type SecondProof = { readonly totp: string } | { readonly recovery_code: string };

/** Where somebody signs in. */
export interface SignInPlace {
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The session that the browser has. */
  readonly token: string | null;
}

export interface OpenedSession {
  readonly token: string;
  readonly email: string;
  readonly expires_at: Date;
}

export type SignInResult = { readonly session: OpenedSession } | { readonly second_factor: { readonly token: string } };

/** Where the browser is sent, and what it has to remember until it comes back. */
export interface SingleSignOnDemand {
  readonly url: string;
  readonly state: string;
  readonly browser_secret: string;
}

/** With what the browser comes back. */
export interface SingleSignOnResult {
  readonly code: string;
  readonly state: string;
  /** The issuer, if the provider names itself. */
  readonly issuer: string | null;
  readonly browserSecret: string;
}

/** Users and their sessions, which another context has. Refusals are domain errors. */
export abstract class UserSessions {
  abstract find(token: string): Promise<SignedInUser | null>;
  abstract request(email: string, isFromKnownDevice: boolean): Promise<void>;
  /** Options with which the browser asks for a passkey. */
  abstract passkeyOptions(): Promise<PasskeyJson>;
  abstract signIn(proof: Proof, place: SignInPlace): Promise<SignInResult>;
  abstract verify(token: string, proof: SecondProof, place: SignInPlace): Promise<OpenedSession>;
  /** At the provider of the organization that has verified the domain of the address. */
  abstract beginSingleSignOn(email: string): Promise<SingleSignOnDemand>;
  abstract completeSingleSignOn(result: SingleSignOnResult, place: SignInPlace): Promise<OpenedSession>;
  abstract end(token: string): Promise<void>;
}

/** The sessions as the context knows them that has the credentials of users, by its contract. */
@Injectable()
export class IdentitySessions extends UserSessions {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  find(token: string): Promise<SignedInUser | null> {
    return this.queries.execute(new FindUserSession(token));
  }

  request(email: string, isFromKnownDevice: boolean): Promise<void> {
    return this.commands.execute(new RequestSignIn(email, isFromKnownDevice));
  }

  passkeyOptions(): Promise<PasskeyJson> {
    return this.commands.execute(new BeginPasskeySignIn());
  }

  signIn(proof: Proof, { token, ...client }: SignInPlace): Promise<SignInOutcome> {
    return this.commands.execute(new SignIn(proof, client, token));
  }

  verify(secondFactor: string, proof: SecondProof, { token, ...client }: SignInPlace): Promise<OpenedUserSession> {
    return this.commands.execute(new VerifySecondFactor(secondFactor, proof, client, token));
  }

  beginSingleSignOn(email: string): Promise<SingleSignOnDemand> {
    return this.commands.execute(new BeginSingleSignOn({ email }));
  }

  completeSingleSignOn(result: SingleSignOnResult, { token, ...client }: SignInPlace): Promise<OpenedUserSession> {
    return this.commands.execute(new CompleteSingleSignOn(result, client, token));
  }

  end(token: string): Promise<void> {
    return this.commands.execute(new EndUserSession(token));
  }
}
