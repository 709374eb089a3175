import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { EnsureMembers } from '../contract/index.ts';
import { Teams } from '../domain/teams.ts';

const isGiven = (value: string | undefined): value is string => value !== undefined;

@CommandHandler(EnsureMembers)
export class EnsureMembersHandler implements ICommandHandler<EnsureMembers> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId, people }: EnsureMembers): Promise<string[]> {
    const lookup = {
      ids: people.map(({ id }) => id).filter(isGiven),
      externalIds: people.map(({ externalId }) => externalId).filter(isGiven),
      emails: people.map(({ email }) => email).filter(isGiven),
    };
    return this.teams.change<string[]>({ customerId, organizations: [organizationId] }, lookup, (team) =>
      people.map((person, index) => team.ensureMember(person, index, this.clock.now()).id),
    );
  }
}
