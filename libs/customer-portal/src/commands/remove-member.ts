import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Teams } from '../domain/teams.ts';
import { memberLookup, type WhichMember } from './own-team.ts';

export class RemoveMember extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly which: WhichMember,
  ) {
    super();
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, customerId, which }: RemoveMember): Promise<void> {
    return this.teams.change({ customerId, organizations: access.visible }, memberLookup(which), (team) => {
      access.assertCanManage(team.customer.organizationId);
      team.remove(team.member(which), this.clock.now());
    });
  }
}
