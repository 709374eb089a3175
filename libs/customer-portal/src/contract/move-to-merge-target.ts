import type { QueryBus } from '@nestjs/cqrs';
import { isAnonymized, FindCustomers, FindMergeTarget } from './customers.ts';

/** What a context does with all that a customer has there. */
interface PossessionsOfCustomer {
  /** Moves it to another customer, in batches. */
  readonly move: (from: string, to: string) => Promise<void>;
  /** Ends what does not outlive the customer. */
  readonly end: (customerId: string) => Promise<void>;
  /** Removes what is personal. */
  readonly erase: (customerId: string) => Promise<void>;
}

/**
 * Moves what a merged customer has to the customer that it was merged into. The target may be merged or deleted meanwhile: whoever
 * processed that event has not seen what moved. Does nothing for a customer that was not merged.
 */
export async function moveToMergeTarget(queries: QueryBus, customerId: string, all: PossessionsOfCustomer): Promise<void> {
  const targetOf = (id: string) => queries.execute(new FindMergeTarget(id));
  let target = await targetOf(customerId);
  for (let from = customerId; target !== null; target = await targetOf(from)) {
    await all.move(from, target);
    const customer = (await queries.execute(new FindCustomers([target]))).get(target);
    if (customer && customer.deleted_at !== null) {
      await all.end(target);
      if (isAnonymized(customer)) await all.erase(target);
    }
    from = target;
  }
}
