import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindMergeTarget, IdentifyCustomers } from '../contract/index.ts';

@QueryHandler(FindMergeTarget)
export class FindMergeTargetHandler implements IQueryHandler<FindMergeTarget> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ customerId }: FindMergeTarget): Promise<string | null> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    return customer?.merged_into ?? null;
  }
}
