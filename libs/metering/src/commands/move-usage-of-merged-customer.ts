import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { moveToMergeTarget } from '#customer-portal/contract';
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

  execute({ customerId }: MoveUsageOfMergedCustomer): Promise<void> {
    const known = async (id: string) => (await customersNamed(this.queries, [id])).get(id)!;
    return moveToMergeTarget(this.queries, customerId, {
      move: async (from, to) => this.subjects.merge(from, await known(to)),
      end: async () => undefined,
      erase: async (id) => this.commands.execute(new EraseUsageDetails((await known(id)).organizationId, id)),
    });
  }
}
