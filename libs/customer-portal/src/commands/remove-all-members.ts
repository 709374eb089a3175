import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Teams } from '../domain/teams.ts';

/** The customer is gone, so nobody acts for it any longer. */
export class RemoveAllMembers extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    /** Whether everything that tells who the members were goes, too. */
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
    let dismissed: number;
    do dismissed = await this.teams.changeSome(organizationId, customerId, (member) => member.leave(now, { anonymize }));
    while (dismissed > 0);
  }
}
