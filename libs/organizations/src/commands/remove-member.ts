import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

export class RemoveMember extends Command<void> {
  constructor(
    readonly which: WhichOrganization,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(private readonly organizations: Organizations) {}

  execute({ which, userId }: RemoveMember): Promise<void> {
    return this.organizations.change(which, (organization) => organization.removeMember(userId));
  }
}
