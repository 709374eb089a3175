import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { CannotCreateOrganizationError } from '../domain/organization.errors.ts';
import { Organizations } from '../domain/organizations.ts';
import { newSandbox, type NewSandbox } from '../domain/sandbox.ts';
import { OrganizationLimit } from './create-organization.ts';

/** Creates a sandbox of an organization and returns its id. Throws `ResourceNotFound`, and what creating an organization throws. */
export class CreateSandbox extends Command<string> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly sandbox: NewSandbox,
    readonly caller: { readonly isLimited: boolean },
  ) {
    super();
  }
}

@CommandHandler(CreateSandbox)
export class CreateSandboxHandler implements ICommandHandler<CreateSandbox> {
  constructor(
    private readonly organizations: Organizations,
    private readonly limit: OrganizationLimit,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId, sandbox, caller }: CreateSandbox): Promise<string> {
    access.assertSees(organizationId);
    access.assertCanManage(organizationId);
    if (caller.isLimited) throw new CannotCreateOrganizationError();
    const made = newSandbox(await this.organizations.find(organizationId), sandbox, this.clock.now());
    await this.organizations.add(made, this.limit.organizationsPerUser);
    return made.id;
  }
}
