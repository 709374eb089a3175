import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Customer, type NewCustomer } from '../domain/customer.ts';
import { Customers } from '../domain/customers.ts';

/** Answers with the new customer's id. */
export class CreateCustomer extends Command<string> {
  constructor(readonly birth: NewCustomer) {
    super();
  }
}

@CommandHandler(CreateCustomer)
export class CreateCustomerHandler implements ICommandHandler<CreateCustomer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  async execute({ birth }: CreateCustomer): Promise<string> {
    const customer = Customer.create(birth, this.clock.now());
    await this.customers.add(customer);
    return customer.id;
  }
}
