import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets, Tokens } from '#support/credentials';
import { CompleteSingleSignOn, type OpenedUserSession, type SingleSignOnResult } from '../contract/index.ts';
import { SignInFailed } from '../domain/identity.errors.ts';
import { IdentityProviders, type ProviderUser } from '../domain/identity-providers.ts';
import type { OpenIdConnection } from '../domain/openid-connection.ts';
import { OpenIdConnections } from '../domain/openid-connections.ts';
import type { SingleSignOnAttempt } from '../domain/single-sign-on-attempt.ts';
import { SingleSignOnAttempts } from '../domain/single-sign-on-attempts.ts';
import { ProviderUsers } from './provider-users.ts';
import { SessionOpener } from './session-opener.ts';

export { CompleteSingleSignOn };

/** The second factor is the provider's concern, so a session opens without one of this service. */
@CommandHandler(CompleteSingleSignOn)
export class CompleteSingleSignOnHandler implements ICommandHandler<CompleteSingleSignOn> {
  constructor(
    private readonly attempts: SingleSignOnAttempts,
    private readonly connections: OpenIdConnections,
    private readonly providers: IdentityProviders,
    private readonly tokens: Tokens,
    private readonly secrets: Secrets,
    private readonly users: ProviderUsers,
    private readonly opener: SessionOpener,
    private readonly clock: WallClock,
  ) {}

  async execute({ result, client, replaces }: CompleteSingleSignOn): Promise<OpenedUserSession> {
    const attempt = await this.attemptOf(result);
    const recognized = await this.userFrom(await this.connectionOf(attempt), attempt, result);
    if (!recognized) throw new SignInFailed();
    // It may have changed while the provider was asked.
    const connection = await this.connectionOf(attempt);
    const now = this.clock.now();
    const { domain, ...user } = await this.users.admit(connection, recognized, now);
    return this.opener.open(
      {
        user,
        methods: ['single_sign_on'],
        client,
        replaces,
        provider: { ...connection.snapshot, connectionId: connection.id, domain },
      },
      this.clock.now(),
    );
  }

  /** A state is used up by whoever presents it, so that it works once. */
  private async attemptOf({ state, browserSecret }: SingleSignOnResult): Promise<SingleSignOnAttempt> {
    const attempt = await this.attempts.take(this.tokens.digestsOf('single sign-on', state));
    const browserDigests = browserSecret === null ? [] : this.tokens.digestsOf('single sign-on', browserSecret);
    if (!attempt?.isOf(browserDigests, this.clock.now())) throw new SignInFailed();
    return attempt;
  }

  private async connectionOf(attempt: SingleSignOnAttempt): Promise<Readonly<OpenIdConnection>> {
    const connection = await this.connections.of(attempt.organizationId);
    if (!connection?.snapshot.isEnabled || !attempt.isAt(connection.snapshot)) throw new SignInFailed();
    return connection;
  }

  private userFrom(
    { snapshot: { issuer, clientId, clientSecret } }: Readonly<OpenIdConnection>,
    { snapshot: { nonce, codeVerifier } }: SingleSignOnAttempt,
    { code, state, issuer: named }: SingleSignOnResult,
  ): Promise<ProviderUser | null> {
    const asked = { issuer, clientId, clientSecret: this.secrets.decrypt(clientSecret) };
    const checks = { state, nonce, codeVerifier: this.secrets.decrypt(codeVerifier) };
    return this.providers.userFrom(asked, checks, { code, state, issuer: named });
  }
}
