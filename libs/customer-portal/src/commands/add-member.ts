import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { NewMember } from '../domain/member.ts';
import { Teams } from '../domain/teams.ts';

/** Answers with the member's id. Whoever is a member already stays as it is. */
export class AddMember extends Command<string> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly newcomer: NewMember,
  ) {
    super();
  }
}

@CommandHandler(AddMember)
export class AddMemberHandler implements ICommandHandler<AddMember> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  execute({ access, customerId, newcomer }: AddMember): Promise<string> {
    const { email, externalId } = newcomer;
    const named = { emails: [email], externalIds: externalId ? [externalId] : [] };
    return this.teams.change<string>({ customerId, organizations: access.visible }, named, (team) => {
      access.assertCanManage(team.customer.organizationId);
      return team.addMember(newcomer, this.clock.now()).id;
    });
  }
}
