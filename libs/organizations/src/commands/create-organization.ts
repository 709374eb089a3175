import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Environment } from '../domain/environment.ts';
import { type NewOrganization, Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';

/** The owner must be a user. Answers with the new organization's id. */
export class CreateOrganization extends Command<string> {
  constructor(readonly birth: Omit<NewOrganization, 'sandbox'>) {
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

  async execute({ birth }: CreateOrganization): Promise<string> {
    const organization = Organization.create({ ...birth, sandbox: this.environment.sandbox }, this.clock.now());
    await this.organizations.add(organization);
    return organization.id;
  }
}
