import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

export class DismissMember extends Command<void> {
  constructor(
    readonly which: WhichOrganization,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(DismissMember)
export class DismissMemberHandler implements ICommandHandler<DismissMember> {
  constructor(private readonly organizations: Organizations) {}

  execute({ which, userId }: DismissMember): Promise<void> {
    return this.organizations.change(which, (organization) => organization.dismiss(userId));
  }
}
