import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Subjects } from '../domain/usage-event.ts';
import { customersById } from './customer-lookup.ts';

/** Copies the current name and external id of a customer, or that it is deleted. */
export class SyncCustomer extends Command<void> {
  constructor(readonly customerId: string) {
    super();
  }
}

@CommandHandler(SyncCustomer)
export class SyncCustomerHandler implements ICommandHandler<SyncCustomer> {
  constructor(
    private readonly subjects: Subjects,
    private readonly queries: QueryBus,
  ) {}

  async execute({ customerId }: SyncCustomer): Promise<void> {
    const [customer] = await customersById(this.queries, [customerId]);
    if (customer) await this.subjects.sync(customer);
  }
}
