import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Teams } from '../domain/teams.ts';

/** Removes all members of a deleted customer, in batches. */
export class RemoveAllMembers extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    /** Whether personal data is erased as well. */
    readonly anonymize: boolean,
  ) {
    super();
  }
}

@CommandHandler(RemoveAllMembers)
export class RemoveAllMembersHandler implements ICommandHandler<RemoveAllMembers> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId, anonymize }: RemoveAllMembers): Promise<void> {
    const now = this.clock.now();
    let removed: number;
    do removed = await this.teams.changeSome(organizationId, customerId, (member) => member.delete(now, { anonymize }));
    while (removed > 0);
  }
}
