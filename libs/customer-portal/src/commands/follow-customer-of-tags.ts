import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers, moveToMergeTarget } from '../contract/index.ts';
import { CustomerTags } from '../domain/customer-tags.ts';

/** Removes the tags of a deleted customer; gives those of a merged one to the customer that it was merged into. */
export class FollowCustomerOfTags extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowCustomerOfTags)
export class FollowCustomerOfTagsHandler implements ICommandHandler<FollowCustomerOfTags> {
  constructor(
    private readonly customerTags: CustomerTags,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, customerId }: FollowCustomerOfTags): Promise<void> {
    const erase = (id: string): Promise<void> => this.customerTags.erase(organizationId, [id]);
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    if (customer?.is_deleted && customer.merged_into === null) await erase(customerId);
    await moveToMergeTarget(this.queries, customerId, {
      move: (from, to) => this.customerTags.move(organizationId, from, to),
      end: erase,
      erase: async () => undefined,
    });
  }
}
