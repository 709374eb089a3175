import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindMemberRole, FindOrganizations, FindUser, JoinOrganization, RegisterUser } from '#organizations/contract';
import { domainOfEmail } from '../domain/email-domain.ts';
import type { EmailDomains } from '../domain/email-domains.ts';
import { SignInFailed } from '../domain/identity.errors.ts';
import type { ProviderUser } from '../domain/identity-providers.ts';
import type { OpenIdConnection } from '../domain/openid-connection.ts';
import { SingleSignOnRefused } from '../domain/single-sign-on.errors.ts';
import { UserIdentity } from '../domain/user-identity.ts';
import type { UserIdentities } from '../domain/user-identities.ts';

interface Admitted {
  readonly id: string;
  readonly email: string;
  /** That of the address with which they signed in. */
  readonly domain: string;
}

/** Finds or makes the user whom a provider has recognized. A provider speaks only for the verified domains of its organization. */
export class ProviderUsers {
  constructor(
    private readonly domains: EmailDomains,
    private readonly identities: UserIdentities,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Throws `SingleSignOnRefused`, and `SignInFailed` for a blocked user. All that may refuse them comes before a user is registered. */
  async admit(connection: Readonly<OpenIdConnection>, recognized: ProviderUser, now: Date): Promise<Admitted> {
    const { email, domain } = await this.acceptedEmail(connection, recognized);
    const { issuer, subject } = recognized;
    const { id: connectionId, organizationId } = connection;
    const known = await this.identities.find({ connectionId, issuer, subject });
    const found = await this.queries.execute(new FindUser(known === null ? { email } : { id: known }));
    const role = found ? await this.queries.execute(new FindMemberRole(organizationId, found.id)) : null;
    if (found) await this.assertMaySignIn(connection, found, role);
    if (role === null) await this.assertMayJoin(organizationId);
    const userId = found?.id ?? (await this.commands.execute(new RegisterUser(email, organizationId)));
    const linkedId = await this.identities.add(
      UserIdentity.create({ organizationId, connectionId, userId, issuer, subject }, now),
    );
    // The connection was deleted after it was read.
    if (linkedId === null) throw new SignInFailed();
    if (linkedId !== userId) {
      if (known !== null) throw new SignInFailed();
      // Another sign-in of the subject, with another address, came first.
      return this.admit(connection, recognized, now);
    }
    if (role === null) await this.commands.execute(new JoinOrganization(organizationId, userId, connection.snapshot.defaultRole));
    return { id: userId, email: found?.email ?? email, domain: found ? domainOfEmail(found.email)! : domain };
  }

  /** The address that the provider vouches for, at a domain that its organization has verified. */
  private async acceptedEmail(
    connection: Readonly<OpenIdConnection>,
    { email, isEmailVerified }: ProviderUser,
  ): Promise<{ readonly email: string; readonly domain: string }> {
    if (email === null)
      throw new SingleSignOnRefused('The provider of the organization does not say which e-mail address you have.');
    if (!isEmailVerified) throw new SingleSignOnRefused('The provider of the organization has not verified your e-mail address.');
    return { email, domain: await this.assertOwnDomain(connection, email) };
  }

  private async assertMaySignIn(
    connection: Readonly<OpenIdConnection>,
    user: { readonly email: string; readonly isBlocked: boolean },
    role: string | null,
  ): Promise<void> {
    if (user.isBlocked) throw new SignInFailed();
    await this.assertOwnDomain(connection, user.email);
    connection.assertMaySignIn(role === 'owner');
  }

  private async assertOwnDomain({ organizationId }: Readonly<OpenIdConnection>, email: string): Promise<string> {
    const domain = domainOfEmail(email);
    const owner = domain === null ? null : await this.domains.organizationWith(domain);
    if (domain === null || owner !== organizationId) {
      throw new SingleSignOnRefused('Your e-mail address is not at a domain that the organization has verified.');
    }
    return domain;
  }

  /** Nobody joins a blocked organization; whoever belongs to it already may read it. */
  private async assertMayJoin(organizationId: string): Promise<void> {
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (organization?.isBlocked !== false) throw new SingleSignOnRefused('The organization accepts no new members.');
  }
}
