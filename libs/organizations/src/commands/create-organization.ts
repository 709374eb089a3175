import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Environment } from '../domain/environment.ts';
import { CannotCreateOrganizationError } from '../domain/organization.errors.ts';
import { type NewOrganization, Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

/** Creates an organization and returns its id. The owner must be an existing user. */
export class CreateOrganization extends Command<string> {
  constructor(
    readonly attributes: Omit<NewOrganization, 'sandbox'>,
    /** Whether the caller's credential is limited to certain organizations: then it may not create another one. */
    readonly isLimited = false,
  ) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly environment: Environment,
    private readonly clock: WallClock,
  ) {}

  async execute({ attributes, isLimited }: CreateOrganization): Promise<string> {
    if (isLimited) throw new CannotCreateOrganizationError();
    const organization = Organization.create({ ...attributes, sandbox: this.environment.sandbox }, this.clock.now());
    await this.organizations.add(organization);
    return organization.id;
  }
}
