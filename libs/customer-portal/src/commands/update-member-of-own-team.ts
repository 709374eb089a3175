import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import type { MemberChanges } from '../domain/team.ts';
import { Teams } from '../domain/teams.ts';
import { memberLookupWith, ownTeam } from './own-team.ts';

/** A member changes another member of its own team, or its own name. */
export class UpdateMemberOfOwnTeam extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
    readonly changes: Omit<MemberChanges, 'email'>,
  ) {
    super();
  }
}

@CommandHandler(UpdateMemberOfOwnTeam)
export class UpdateMemberOfOwnTeamHandler implements ICommandHandler<UpdateMemberOfOwnTeam> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateMemberOfOwnTeam): Promise<void> {
    return this.teams.change(ownTeam(access), memberLookupWith(access, id), (team) => {
      team.assertTeam();
      team.changeAs(access.member!.id, team.member({ id }), changes, this.clock.now());
    });
  }
}
