import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { MemberChanges } from '../domain/team.ts';
import { Teams } from '../domain/teams.ts';
import { memberLookup, type WhichMember } from './own-team.ts';

export class UpdateMember extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly which: WhichMember,
    readonly changes: MemberChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateMember)
export class UpdateMemberHandler implements ICommandHandler<UpdateMember> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, customerId, which, changes }: UpdateMember): Promise<void> {
    const lookup = { ...memberLookup(which), emails: changes.email ? [changes.email] : [] };
    return this.teams.change({ customerId, organizations: access.visible }, lookup, (team) => {
      access.assertCanManage(team.customer.organizationId);
      team.change(team.member(which), changes, this.clock.now());
    });
  }
}
