import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Environment } from '../domain/environment.ts';
import { CannotCreateOrganizationError } from '../domain/organization.errors.ts';
import { type NewOrganization, Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

/** How many organizations a quota has. */
export abstract class OrganizationLimit {
  abstract readonly organizationsPerUser: number;
}

/** Creates an organization and returns its id. The owner must be an existing user. */
export class CreateOrganization extends Command<string> {
  constructor(
    readonly attributes: Omit<NewOrganization, 'sandbox'>,
    /** Left out by operators. `isLimited`: the caller's credential is limited to certain organizations, so it may not create another one. */
    readonly caller?: { readonly isLimited: boolean },
  ) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly environment: Environment,
    private readonly limit: OrganizationLimit,
    private readonly clock: WallClock,
  ) {}

  async execute({ attributes, caller }: CreateOrganization): Promise<string> {
    if (caller?.isLimited) throw new CannotCreateOrganizationError();
    const organization = Organization.create({ ...attributes, sandbox: this.environment.sandbox }, this.clock.now());
    await this.organizations.add(organization, caller ? this.limit.organizationsPerUser : Infinity);
    return organization.id;
  }
}
