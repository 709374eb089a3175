import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EndAccessThroughProvider } from '../needs/index.ts';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

/** Ends what the provider of the organization has opened for the user. */
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
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ which, userId }: RemoveMember): Promise<void> {
    const now = this.clock.now();
    const organizationId = await this.organizations.change(which, (organization) => {
      organization.removeMember(userId, now);
      return organization.id;
    });
    await this.commands.execute(new EndAccessThroughProvider(userId, organizationId, 'loses access', now));
  }
}
