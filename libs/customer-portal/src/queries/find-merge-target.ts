import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindMemberOfCustomer, FindMergeTarget, IdentifyCustomers, type MergeTarget } from '../contract/index.ts';

@QueryHandler(FindMergeTarget)
export class FindMergeTargetHandler implements IQueryHandler<FindMergeTarget> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ organizationId, customerId }: FindMergeTarget): Promise<MergeTarget | null> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    const id = customer?.merged_into;
    if (!id) return null;
    const owner = await this.queries.execute(new FindMemberOfCustomer(organizationId, id, { role: 'owner' }));
    return { id, ownerId: owner?.id ?? null };
  }
}
