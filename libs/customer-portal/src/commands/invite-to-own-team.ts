import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import type { NewMember } from '../domain/member.ts';
import { Teams } from '../domain/teams.ts';
import { memberLookupWith, ownTeam } from './own-team.ts';

/** A member adds somebody to its own team. Returns the id of the new member. */
export class InviteToOwnTeam extends Command<string> {
  constructor(
    readonly access: CustomerAccess,
    readonly attributes: NewMember,
  ) {
    super();
  }
}

@CommandHandler(InviteToOwnTeam)
export class InviteToOwnTeamHandler implements ICommandHandler<InviteToOwnTeam> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, attributes }: InviteToOwnTeam): Promise<string> {
    return this.teams.change<string>(ownTeam(access), { ...memberLookupWith(access), emails: [attributes.email] }, (team) => {
      team.assertTeam();
      return team.addMember(attributes, this.clock.now()).id;
    });
  }
}
