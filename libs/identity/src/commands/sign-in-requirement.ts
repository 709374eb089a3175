import type { QueryBus } from '@nestjs/cqrs';
import { FindMemberRole, FindOrganizations } from '#organizations/contract';
import { domainOfEmail } from '../domain/domain-name.ts';
import type { EmailDomains } from '../domain/email-domains.ts';
import type { OpenIdConnections } from '../domain/openid-connections.ts';
import { SingleSignOnRequired } from '../domain/single-sign-on.errors.ts';

/**
 * Whether an organization wants a user to sign in through its provider: a member with an address at one of its verified domains. Owners
 * always have another way in, because nobody else could repair a connection that does not work.
 */
export class SignInRequirement {
  constructor(
    private readonly domains: EmailDomains,
    private readonly connections: OpenIdConnections,
    private readonly queries: QueryBus,
  ) {}

  /** Throws `SingleSignOnRequired`. */
  async assertOtherWay(user: { readonly id: string; readonly email: string }): Promise<void> {
    const domain = domainOfEmail(user.email);
    const organizationId = domain === null ? null : await this.domains.organizationWith(domain);
    if (organizationId === null) return;
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (!organization?.ssoEnforced || !(await this.connections.of(organizationId))?.isEnabled) return;
    const role = await this.queries.execute(new FindMemberRole(organizationId, user.id));
    if (role !== null && role !== 'owner') throw new SingleSignOnRequired();
  }
}
