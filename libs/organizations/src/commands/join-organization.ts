import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { JoinOrganization } from '../contract/index.ts';
import { Organizations } from '../domain/organizations.ts';

@CommandHandler(JoinOrganization)
export class JoinOrganizationHandler implements ICommandHandler<JoinOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  execute({ organizationId, userId, role }: JoinOrganization): Promise<void> {
    const now = this.clock.now();
    return this.organizations.change({ id: organizationId }, (organization) => organization.join(userId, role, now));
  }
}
