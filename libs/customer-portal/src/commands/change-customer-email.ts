import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { ChangeCustomerEmail } from '../contract/change-customer-email.ts';
import { Customers } from '../domain/customers.ts';

@CommandHandler(ChangeCustomerEmail)
export class ChangeCustomerEmailHandler implements ICommandHandler<ChangeCustomerEmail> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId, email }: ChangeCustomerEmail): Promise<void> {
    return this.customers.change({ id: customerId, organizations: [organizationId] }, { email }, (customer, taken) =>
      customer.update({ email }, taken, this.clock.now()),
    );
  }
}
