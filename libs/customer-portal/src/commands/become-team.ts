import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { Customers } from '../domain/customers.ts';

/** Makes a team of a customer; one that is a team, or was deleted, stays as it is. */
export class BecomeTeam extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(BecomeTeam)
export class BecomeTeamHandler implements ICommandHandler<BecomeTeam> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, id }: BecomeTeam): Promise<void> {
    try {
      await this.customers.change({ id, organizations: [organizationId] }, {}, (customer, taken) =>
        customer.update({ type: 'team' }, taken, this.clock.now()),
      );
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}
