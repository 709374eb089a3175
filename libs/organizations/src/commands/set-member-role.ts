import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EndAccessThroughProvider } from '../contract/index.ts';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';
import type { Role } from '../domain/roles.ts';

/** Adds a user to an organization, or changes the role of a member. */
export class SetMemberRole extends Command<void> {
  constructor(
    readonly which: WhichOrganization,
    readonly userId: string,
    readonly role: Role,
  ) {
    super();
  }
}

@CommandHandler(SetMemberRole)
export class SetMemberRoleHandler implements ICommandHandler<SetMemberRole> {
  constructor(
    private readonly organizations: Organizations,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ which, userId, role }: SetMemberRole): Promise<void> {
    const now = this.clock.now();
    const organizationId = await this.organizations.change(which, (organization) => {
      organization.setMemberRole(userId, role, now);
      return organization.id;
    });
    if (role === 'owner') await this.commands.execute(new EndAccessThroughProvider(userId, organizationId));
  }
}
