import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { Teams } from '../domain/teams.ts';

/** The owner of an individual customer gets the address that the customer has now. */
export class FollowCustomerAddress extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowCustomerAddress)
export class FollowCustomerAddressHandler implements ICommandHandler<FollowCustomerAddress> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: FollowCustomerAddress): Promise<void> {
    try {
      await this.teams.change({ customerId, organizations: [organizationId] }, {}, (team) =>
        team.followAddress(this.clock.now()),
      );
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}
