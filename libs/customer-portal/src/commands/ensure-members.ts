import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { EnsureMembers } from '../contract/index.ts';
import { Teams } from '../domain/teams.ts';

const isThere = (value: string | undefined): value is string => value !== undefined;

@CommandHandler(EnsureMembers)
export class EnsureMembersHandler implements ICommandHandler<EnsureMembers> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId, people }: EnsureMembers): Promise<string[]> {
    const named = {
      ids: people.map(({ id }) => id).filter(isThere),
      externalIds: people.map(({ externalId }) => externalId).filter(isThere),
      emails: people.map(({ email }) => email).filter(isThere),
    };
    return this.teams.change<string[]>({ customerId, organizations: [organizationId] }, named, (team) =>
      people.map((person, index) => team.enrol(person, index, this.clock.now()).id),
    );
  }
}
