import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { BecomeTeam } from '../contract/index.ts';
import { Customers } from '../domain/customers.ts';

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
