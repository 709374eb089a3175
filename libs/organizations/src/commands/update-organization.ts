import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock, ResourceNotFound } from '#kernel';
import type { OrganizationChanges } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

export class UpdateOrganization extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: OrganizationChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateOrganization)
export class UpdateOrganizationHandler implements ICommandHandler<UpdateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, changes }: UpdateOrganization): Promise<void> {
    if (!access.visible.includes(id)) throw new ResourceNotFound();
    access.assertCanManage(id);
    await this.organizations.change({ id }, (organization) => organization.update(changes, this.clock.now()));
  }
}
