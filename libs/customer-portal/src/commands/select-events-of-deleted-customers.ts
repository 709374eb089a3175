import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers, SelectEventsOfDeletedCustomers } from '../contract/index.ts';

@CommandHandler(SelectEventsOfDeletedCustomers)
export class SelectEventsOfDeletedCustomersHandler implements ICommandHandler<SelectEventsOfDeletedCustomers> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ events }: SelectEventsOfDeletedCustomers): Promise<ReadonlySet<string>> {
    const customers = await this.queries.execute(
      new IdentifyCustomers([...new Set(events.flatMap(({ customerIds }) => customerIds))]),
    );
    const remaining = new Set(customers.flatMap(({ id, is_deleted }) => (is_deleted ? [] : [id])));
    return new Set(events.flatMap(({ id, customerIds }) => (customerIds.every((each) => remaining.has(each)) ? [] : [id])));
  }
}
