import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Customers } from '../domain/customers.ts';

/** Publishes that a customer's state has changed, even if the customer is deleted: its purchases end after it. */
export class PublishCustomerState extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(PublishCustomerState)
export class PublishCustomerStateHandler implements ICommandHandler<PublishCustomerState> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId: id }: PublishCustomerState): Promise<void> {
    return this.customers.change({ id, organizations: [organizationId], orDeleted: true }, {}, (customer) =>
      customer.recordStateChange(this.clock.now()),
    );
  }
}
