import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { HasSingleSignOn } from '#identity/contract';
import { type Access, WallClock, ResourceNotFound } from '#kernel';
import type { OrganizationChanges } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

export class UpdateOrganization extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: Omit<OrganizationChanges, 'singleSignOn'>,
    /** Whether the session of the request was signed in through the provider of the organization. */
    readonly usesSingleSignOn = false,
  ) {
    super();
  }
}

@CommandHandler(UpdateOrganization)
export class UpdateOrganizationHandler implements ICommandHandler<UpdateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, changes, usesSingleSignOn }: UpdateOrganization): Promise<void> {
    if (!access.visible.includes(id)) throw new ResourceNotFound();
    access.assertCanManage(id);
    const singleSignOn = {
      isUsed: usesSingleSignOn,
      isConnected: changes.ssoEnforced === true && (await this.queries.execute(new HasSingleSignOn(id))),
    };
    const now = this.clock.now();
    await this.organizations.change({ id }, (organization) => organization.update({ ...changes, singleSignOn }, now));
  }
}
