import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets, Tokens } from '#support/credentials';
import { FindPublicOrganization } from '#organizations/contract';
import { BeginSingleSignOn, type SingleSignOnDemand, type SingleSignOnPlace } from '../contract/index.ts';
import { domainOfEmail } from '../domain/email-domain.ts';
import { EmailDomains } from '../domain/email-domains.ts';
import { IdentityProviders } from '../domain/identity-providers.ts';
import { OpenIdConnections } from '../domain/openid-connections.ts';
import { SingleSignOnAttempt } from '../domain/single-sign-on-attempt.ts';
import { SingleSignOnAttempts } from '../domain/single-sign-on-attempts.ts';
import { SingleSignOnNotAvailable } from '../domain/single-sign-on.errors.ts';

export { BeginSingleSignOn };

@CommandHandler(BeginSingleSignOn)
export class BeginSingleSignOnHandler implements ICommandHandler<BeginSingleSignOn> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly connections: OpenIdConnections,
    private readonly providers: IdentityProviders,
    private readonly attempts: SingleSignOnAttempts,
    private readonly tokens: Tokens,
    private readonly secrets: Secrets,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ place }: BeginSingleSignOn): Promise<SingleSignOnDemand> {
    const organizationId = await this.organizationAt(place);
    const connection = organizationId === null ? null : await this.connections.of(organizationId);
    if (!connection?.snapshot.isEnabled) throw new SingleSignOnNotAvailable();
    const { issuer, clientId } = connection.snapshot;
    const [state, browser] = [this.tokens.make('single sign-on'), this.tokens.make('single sign-on')];
    const [nonce, codeVerifier] = await Promise.all([this.providers.newNonce(), this.providers.newCodeVerifier()]);
    const checks = { state: state.token, nonce, codeVerifier };
    const client = { issuer, clientId, clientSecret: this.secrets.decrypt(connection.snapshot.clientSecret) };
    const url = await this.providers.addressFor(client, checks, 'email' in place ? place.email : null);
    const attempt = SingleSignOnAttempt.create(
      {
        organizationId: connection.organizationId,
        stateDigest: state.digest,
        browserDigest: browser.digest,
        issuer,
        clientId,
        nonce: checks.nonce,
        codeVerifier: this.secrets.encrypt(checks.codeVerifier),
      },
      this.clock.now(),
    );
    await this.attempts.add(attempt);
    return { url, state: state.token, browser_secret: browser.token, expires_at: attempt.snapshot.expiresAt };
  }

  private async organizationAt(place: SingleSignOnPlace): Promise<string | null> {
    if ('slug' in place) return (await this.queries.execute(new FindPublicOrganization(place.slug)))?.id ?? null;
    const domain = domainOfEmail(place.email);
    return domain === null ? null : this.domains.organizationWith(domain);
  }
}
