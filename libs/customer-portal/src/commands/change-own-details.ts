import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import type { OwnChanges } from '../domain/own-changes.ts';
import { Customers } from '../domain/customers.ts';

/** A signed-in customer changes its own details. */
export class ChangeOwnDetails extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly changes: OwnChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnDetails)
export class ChangeOwnDetailsHandler implements ICommandHandler<ChangeOwnDetails> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ access: { customerId, organizationId }, changes }: ChangeOwnDetails): Promise<void> {
    return this.customers.change({ id: customerId, organizations: [organizationId] }, {}, (customer) =>
      customer.changeOwnDetails(changes, this.clock.now()),
    );
  }
}
