import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { Organization } from '../domain/organization.ts';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';
import type { Role } from '../domain/roles.ts';
import { makeOwner } from './make-owner.ts';

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
    readonly organizations: Organizations,
    readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ which, userId, role }: SetMemberRole): Promise<void> {
    const now = this.clock.now();
    const change = (organization: Organization): void => organization.setMemberRole(userId, role, now);
    if (role === 'owner') await makeOwner(this, which, { userId, check: () => undefined, change });
    else await this.organizations.change(which, change);
  }
}
