import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Environment } from '../domain/environment.ts';
import { CannotCreateOrganizationError } from '../domain/organization.errors.ts';
import { type NewOrganization, Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

/** The owner must be a user. Answers with the new organization's id. */
export class CreateOrganization extends Command<string> {
  constructor(
    readonly attributes: Omit<NewOrganization, 'sandbox'>,
    /** Whether the creator's credential is held to one organization: then it must not make another. */
    readonly narrowed = false,
  ) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes, narrowed }: CreateOrganization): Promise<string> {
    if (narrowed) throw new CannotCreateOrganizationError();
    const organization = Organization.create({ ...attributes, sandbox: this.environment.sandbox }, this.clock.now());
    await this.organizations.add(organization);
    return organization.id;
  }
}
