import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { HasSingleSignOn } from '../needs/index.ts';
import type { OrganizationChanges } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

export class UpdateOrganization extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: Omit<OrganizationChanges, 'singleSignOn'>,
    /** The user of the request, if the session was signed in through the provider of the organization. */
    readonly signedInThroughProvider: string | null = null,
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

  async execute({ access, id, changes, signedInThroughProvider: by }: UpdateOrganization): Promise<void> {
    access.assertSees(id);
    access.assertCanManage(id);
    const singleSignOn = {
      by,
      isConnected: changes.ssoEnforced === true && (await this.queries.execute(new HasSingleSignOn(id))),
    };
    const now = this.clock.now();
    await this.organizations.change({ id }, (organization) => organization.update({ ...changes, singleSignOn }, now));
  }
}
