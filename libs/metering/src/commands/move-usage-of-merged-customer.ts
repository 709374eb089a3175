import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, isAnonymized } from '#customer-portal/contract';
import { Subjects } from '../domain/usage-event.ts';
import { customersNamed } from './customer-lookup.ts';
import { EraseUsageDetails } from './erase-usage-details.ts';

/**
 * Moves usage, credits and balances of a merged customer to the one that it was merged into. Does nothing for a customer that was
 * not merged, so that it can be repeated for what was stored at the same time.
 */
export class MoveUsageOfMergedCustomer extends Command<void> {
  constructor(readonly customerId: string) {
    super();
  }
}

@CommandHandler(MoveUsageOfMergedCustomer)
export class MoveUsageOfMergedCustomerHandler implements ICommandHandler<MoveUsageOfMergedCustomer> {
  constructor(
    private readonly subjects: Subjects,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  /** The target may be merged or anonymized while the usage moves to it: whoever processed that event has not seen it. */
  async execute({ customerId }: MoveUsageOfMergedCustomer): Promise<void> {
    for (let from = customerId; ;) {
      const target = (await customersNamed(this.queries, [from])).get(from);
      if (!target || target.id === from) return;
      await this.subjects.merge(from, target);
      from = target.id;
      await this.eraseIfAnonymized(from);
    }
  }

  private async eraseIfAnonymized(id: string): Promise<void> {
    const customer = (await this.queries.execute(new FindCustomers([id]))).get(id);
    if (customer && isAnonymized(customer)) {
      await this.commands.execute(new EraseUsageDetails(customer.organization_id, customer.id));
    }
  }
}
