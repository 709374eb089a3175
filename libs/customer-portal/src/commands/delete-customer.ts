import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Customers } from '../domain/customers.ts';

export class DeleteCustomer extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    /** Whether personal data is erased as well. */
    readonly anonymize: boolean,
  ) {
    super();
  }
}

@CommandHandler(DeleteCustomer)
export class DeleteCustomerHandler implements ICommandHandler<DeleteCustomer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, anonymize }: DeleteCustomer): Promise<void> {
    return this.customers.change({ id, organizations: access.visible }, {}, (customer) => {
      access.assertCanManage(customer.organizationId);
      customer.delete(this.clock.now(), { anonymize });
    });
  }
}
