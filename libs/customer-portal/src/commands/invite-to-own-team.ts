import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import type { NewMember } from '../domain/member.ts';
import { Teams } from '../domain/teams.ts';
import { memberLookupWith, ownTeam } from './own-team.ts';

/** A member takes somebody into its own team. Answers with the member's id. */
export class InviteToOwnTeam extends Command<string> {
  constructor(
    readonly access: CustomerAccess,
    readonly newcomer: NewMember,
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

  execute({ access, newcomer }: InviteToOwnTeam): Promise<string> {
    return this.teams.change<string>(ownTeam(access), { ...memberLookupWith(access), emails: [newcomer.email] }, (team) => {
      team.assertTeam();
      return team.addMember(newcomer, this.clock.now()).id;
    });
  }
}
