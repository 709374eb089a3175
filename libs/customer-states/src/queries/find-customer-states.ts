import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { type MaybeStreamed, StreamedList } from '#support/streamed-lists';
import { FindCustomerStates } from '../views/index.ts';
import { CustomerStates } from './customer-states.ts';

const LONGEST_LIST = 1_000;

@QueryHandler(FindCustomerStates)
export class FindCustomerStatesHandler implements IQueryHandler<FindCustomerStates> {
  constructor(
    private readonly queries: QueryBus,
    private readonly states: CustomerStates,
  ) {}

  async execute({ ids }: FindCustomerStates): Promise<ReadonlyMap<string, object>> {
    const found = new Map<string, object>();
    for (const [id, customer] of await this.queries.execute(new FindCustomers(ids))) {
      const { active_subscriptions, granted_benefits, ...state } = await this.states.of(customer);
      found.set(id, {
        ...state,
        active_subscriptions: await beginningOf(active_subscriptions),
        granted_benefits: await beginningOf(granted_benefits),
      });
    }
    return found;
  }
}

async function beginningOf<Item>(list: MaybeStreamed<Item>): Promise<Item[]> {
  if (!(list instanceof StreamedList)) return list.slice(0, LONGEST_LIST);
  const items: Item[] = [];
  for await (const page of list) {
    items.push(...page);
    if (items.length >= LONGEST_LIST) break;
  }
  return items.slice(0, LONGEST_LIST);
}
