import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { type NewSignInClient, SignInClient } from '../../domain/sign-ins/sign-in-client.ts';
import { SignInClients } from '../../domain/sign-ins/sign-in-clients.ts';

/** Returns the id of the new client. */
export class CreateSignInClient extends Command<string> {
  constructor(
    readonly access: Access,
    readonly attributes: NewSignInClient,
  ) {
    super();
  }
}

@CommandHandler(CreateSignInClient)
export class CreateSignInClientHandler implements ICommandHandler<CreateSignInClient> {
  constructor(
    private readonly clients: SignInClients,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, attributes }: CreateSignInClient): Promise<string> {
    const { organizationId, benefitIds } = attributes;
    const benefits = await this.queries.execute(new FindLicenseKeyBenefits(benefitIds));
    const unknown = benefitIds.findIndex((id) => {
      const benefit = benefits.get(id);
      return !benefit || benefit.isDeleted || benefit.organizationId !== organizationId;
    });
    if (unknown !== -1) {
      const path = ['benefitIds', unknown];
      throw ValidationFailed.at(path, 'The benefit does not exist or has no license keys.', benefitIds[unknown]);
    }
    access.assertCanManage(organizationId);
    const client = SignInClient.create(attributes, this.clock.now(organizationId));
    await this.clients.add(client);
    return client.id;
  }
}
