import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { FindRemainingMembers, OpenMemberSession } from '../contract/index.ts';
import type { MemberSession } from '../contract/members.ts';
import { PortalSession } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';

@CommandHandler(OpenMemberSession)
export class OpenMemberSessionHandler implements ICommandHandler<OpenMemberSession> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly tokens: Tokens,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, memberId }: OpenMemberSession): Promise<MemberSession> {
    const { id, customerId } = await this.memberOf(organizationId, memberId);
    const { token, digest } = this.tokens.make('member session');
    const user = { organizationId, customerId, memberId: id };
    const attributes = { ...user, digest, returnUrl: null, generation: await this.sessions.generationOf(user) };
    const session = PortalSession.create(attributes, this.clock.now());
    await this.sessions.add(session);
    return { id: session.id, token };
  }

  /** The member may have been merged since it was invited. */
  private async memberOf(organizationId: string, named: string): Promise<{ readonly id: string; readonly customerId: string }> {
    const member = (await this.queries.execute(new FindRemainingMembers([named]))).get(named);
    if (member?.organization_id !== organizationId || member.is_customer_deleted) throw new ResourceNotFound();
    return { id: member.id, customerId: member.customer_id };
  }
}
