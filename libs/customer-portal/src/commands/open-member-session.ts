import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { FindCustomers, FindMemberOfCustomer, FindMembers, type MemberSession, OpenMemberSession } from '../contract/index.ts';
import { PortalSession } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SessionTokens } from '../domain/session-tokens.ts';

@CommandHandler(OpenMemberSession)
export class OpenMemberSessionHandler implements ICommandHandler<OpenMemberSession> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly tokens: SessionTokens,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, memberId }: OpenMemberSession): Promise<MemberSession> {
    const customerId = await this.customerOf(organizationId, memberId);
    const { token, digest } = this.tokens.make('member');
    const attributes = { organizationId, customerId, memberId, digest, returnUrl: null };
    const session = PortalSession.create(attributes, this.clock.now());
    await this.sessions.add(session);
    return { id: session.id, token };
  }

  private async customerOf(organizationId: string, id: string): Promise<string> {
    const customerId = (await this.queries.execute(new FindMembers([id]))).get(id)?.customer_id;
    if (customerId === undefined) throw new ResourceNotFound();
    const [member, customers] = await Promise.all([
      this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { id })),
      this.queries.execute(new FindCustomers([customerId])),
    ]);
    if (!member || customers.get(customerId)?.deleted_at !== null) throw new ResourceNotFound();
    return customerId;
  }
}
