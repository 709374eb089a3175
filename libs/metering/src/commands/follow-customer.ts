import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Subjects } from '../domain/usage-event.ts';
import { customersById } from './known-customers.ts';

/** Takes notice of what a customer is called and has as its external id now, or that it is deleted. */
export class FollowCustomer extends Command<void> {
  constructor(readonly customerId: string) {
    super();
  }
}

@CommandHandler(FollowCustomer)
export class FollowCustomerHandler implements ICommandHandler<FollowCustomer> {
  constructor(
    private readonly subjects: Subjects,
    private readonly queries: QueryBus,
  ) {}

  async execute({ customerId }: FollowCustomer): Promise<void> {
    const [customer] = await customersById(this.queries, [customerId]);
    if (customer) await this.subjects.follow(customer);
  }
}
