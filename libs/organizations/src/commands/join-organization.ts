import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { JoinOrganization } from '../contract/index.ts';
import { Organizations } from '../domain/organizations.ts';

@CommandHandler(JoinOrganization)
export class JoinOrganizationHandler implements ICommandHandler<JoinOrganization> {
  constructor(private readonly organizations: Organizations) {}

  execute({ organizationId, userId, role }: JoinOrganization): Promise<void> {
    return this.organizations.change({ id: organizationId }, (organization) => organization.join(userId, role));
  }
}
