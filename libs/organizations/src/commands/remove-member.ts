import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
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
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  execute({ which, userId }: RemoveMember): Promise<void> {
    const now = this.clock.now();
    return this.organizations.change(which, (organization) => organization.removeMember(userId, now));
  }
}
