import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers, moveToMergeTarget } from '#customer-portal/contract';
import { Notes } from '../domain/notes.ts';

/**
 * Deletes, in batches, the notes of a deleted customer with those of its license keys and orders; moves those of a merged one to the
 * customer that it was merged into. Does nothing for any other customer, so that it can be repeated for notes that were added at the same time.
 */
export class FollowCustomerOfNotes extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowCustomerOfNotes)
export class FollowCustomerOfNotesHandler implements ICommandHandler<FollowCustomerOfNotes> {
  constructor(
    private readonly notes: Notes,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, customerId }: FollowCustomerOfNotes): Promise<void> {
    const erase = async (id: string): Promise<void> => {
      while ((await this.notes.eraseSome(organizationId, id)) > 0);
    };
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    if (customer?.is_deleted && customer.merged_into === null) await erase(customerId);
    await moveToMergeTarget(this.queries, customerId, {
      move: async (from, to) => {
        while ((await this.notes.moveSome(organizationId, from, to)) > 0);
      },
      end: erase,
      erase: async () => undefined,
    });
  }
}
