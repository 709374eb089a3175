import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { NewMember } from '../domain/member.ts';
import { Teams } from '../domain/teams.ts';

/** Adds a member and returns its id. An existing member is not changed. */
export class AddMember extends Command<string> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly attributes: NewMember,
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

  execute({ access, customerId, attributes }: AddMember): Promise<string> {
    const { email, externalId } = attributes;
    const lookup = { emails: [email], externalIds: externalId ? [externalId] : [] };
    return this.teams.change<string>({ customerId, organizations: access.visible }, lookup, (team) => {
      access.assertCanManage(team.customer.organizationId);
      return team.addMember(attributes, this.clock.now()).id;
    });
  }
}
