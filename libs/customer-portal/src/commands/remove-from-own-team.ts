import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import { Teams } from '../domain/teams.ts';
import { memberLookupWith, ownTeam } from './own-team.ts';

/** A member removes another member from its own team. */
export class RemoveFromOwnTeam extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveFromOwnTeam)
export class RemoveFromOwnTeamHandler implements ICommandHandler<RemoveFromOwnTeam> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: RemoveFromOwnTeam): Promise<void> {
    return this.teams.change(ownTeam(access), memberLookupWith(access, id), (team) => {
      team.assertTeam();
      team.removeAs(access.member!.id, team.member({ id }), this.clock.now());
    });
  }
}
