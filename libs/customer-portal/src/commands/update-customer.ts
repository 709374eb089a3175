import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { CustomerChanges } from '../domain/customer.ts';
import { Customers } from '../domain/customers.ts';

export class UpdateCustomer extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: CustomerChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateCustomer)
export class UpdateCustomerHandler implements ICommandHandler<UpdateCustomer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateCustomer): Promise<void> {
    return this.customers.change({ id, organizations: access.visible }, changes, (customer, taken) => {
      access.assertCanManage(customer.organizationId);
      customer.update(changes, taken, this.clock.now());
    });
  }
}
