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
import {
  type PasskeyJson,
  type Proof,
  type SecondProof,
  type SignedInUser,
  type SignInPlace,
  type SingleSignOnDemand,
  type SingleSignOnResult,
  UserSessions,
} from './user-sessions.ts';

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
