import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { RefuseKeysOfCustomer } from '../needs/index.ts';
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
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, anonymize }: DeleteCustomer): Promise<void> {
    const organizationId = await this.customers.change({ id, organizations: access.visible }, {}, (customer) => {
      access.assertCanManage(customer.organizationId);
      customer.delete(this.clock.now(), { anonymize });
      return customer.organizationId;
    });
    await this.commands.execute(new RefuseKeysOfCustomer(organizationId, id));
  }
}
