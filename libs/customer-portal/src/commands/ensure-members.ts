import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { EnsureMembers } from '../contract/index.ts';
import { FindMergeTarget } from '../contract/customers.ts';
import { MemberNotFound } from '../domain/member.errors.ts';
import { Teams } from '../domain/teams.ts';

const isGiven = (value: string | undefined): value is string => value !== undefined;

@CommandHandler(EnsureMembers)
export class EnsureMembersHandler implements ICommandHandler<EnsureMembers> {
  constructor(
    private readonly teams: Teams,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId, people }: EnsureMembers): Promise<string[]> {
    try {
      return await this.ensure(organizationId, customerId, people);
    } catch (error) {
      if (!(error instanceof ResourceNotFound) || error instanceof MemberNotFound) throw error;
      const target = await this.queries.execute(new FindMergeTarget(customerId));
      if (target === null) throw error;
      return this.execute(new EnsureMembers(organizationId, target, people));
    }
  }

  private ensure(organizationId: string, customerId: string, people: EnsureMembers['people']): Promise<string[]> {
    const lookup = {
      ids: people.map(({ id }) => id).filter(isGiven),
      externalIds: people.map(({ externalId }) => externalId).filter(isGiven),
      emails: people.map(({ email }) => email).filter(isGiven),
    };
    return this.teams.change<string[]>({ customerId, organizations: [organizationId] }, lookup, (team) =>
      team.ensureMembers(people, this.clock.now()).map(({ id }) => id),
    );
  }
}
