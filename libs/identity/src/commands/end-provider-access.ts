import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { ProviderAccess } from '#support/credentials';
import { EndAccessThroughProvider } from '#organizations/needs';
import { FindEmailsOfUsers, RevokePersonalAccessTokens } from '#organizations/contract';
import { RevokeAuthorizations } from '../needs/index.ts';
import { domainOfEmail } from '../domain/email-domain.ts';
import { OpenIdConnections } from '../domain/openid-connections.ts';
import { UserIdentities } from '../domain/user-identities.ts';
import { UserSessions } from '../domain/user-sessions.ts';

export { EndAccessThroughProvider };

/** Ends what the provider of an organization has opened by a time, for all users or for those with an address at a domain. */
export class EndProviderAccess extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly domain: string | null,
    readonly until: Date,
  ) {
    super();
  }
}

/** Sessions first: what is made in them ends afterwards. */
async function end(sessions: UserSessions, commands: CommandBus, access: ProviderAccess): Promise<void> {
  await sessions.endAllOfProvider(access);
  await commands.execute(new RevokePersonalAccessTokens(access));
  await commands.execute(new RevokeAuthorizations(access));
}

@CommandHandler(EndProviderAccess)
export class EndProviderAccessHandler implements ICommandHandler<EndProviderAccess> {
  constructor(
    private readonly connections: OpenIdConnections,
    private readonly identities: UserIdentities,
    private readonly sessions: UserSessions,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, domain, until }: EndProviderAccess): Promise<void> {
    const userIds = domain === null ? null : await this.usersAt(organizationId, domain);
    if (userIds?.length === 0) return;
    await end(this.sessions, this.commands, { providerOrganizationId: organizationId, userIds, until });
  }

  /** Without a connection, what it had opened has ended already. */
  private async usersAt(organizationId: string, domain: string): Promise<string[]> {
    const connection = await this.connections.of(organizationId);
    const known = connection ? await this.identities.usersOf(connection.id) : [];
    const emails = await this.queries.execute(new FindEmailsOfUsers(known));
    return [...emails].flatMap(([id, email]) => (domainOfEmail(email) === domain ? [id] : []));
  }
}

@CommandHandler(EndAccessThroughProvider)
export class EndAccessThroughProviderHandler implements ICommandHandler<EndAccessThroughProvider> {
  constructor(
    private readonly connections: OpenIdConnections,
    private readonly sessions: UserSessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, organizationId, reason, until }: EndAccessThroughProvider): Promise<void> {
    if (reason === 'becomes owner' && (await this.connections.of(organizationId))?.snapshot.ownersMaySignIn) return;
    await end(this.sessions, this.commands, { providerOrganizationId: organizationId, userIds: [userId], until });
  }
}
