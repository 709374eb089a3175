import { Command, Query } from '@nestjs/cqrs';
import type { CustomerSnapshot } from './customer.ts';

/**
 * Customers by id, of any organization. Deleted customers are included and marked. For the id of a customer that was merged,
 * the result has the customer that it was merged into, whose id differs. Unknown ids are missing in the result. The caller
 * checks the organization.
 */
export class FindCustomers extends Query<ReadonlyMap<string, CustomerSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The identity of a customer, without its details. */
export interface CustomerIdentity {
  readonly id: string;
  readonly organization_id: string;
  /** Null for a deleted customer: its external id can be used again. */
  readonly external_id: string | null;
  readonly name: string | null;
  readonly is_deleted: boolean;
  /** The customer that this deleted one was merged into, at the end of a chain of mergers; else null. */
  readonly merged_into: string | null;
}

/** Like `FindCustomers`, but cheap for hundreds of ids: it returns identities instead of all data. */
export class IdentifyCustomers extends Query<CustomerIdentity[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The id of the customer that has everything that this one had, at the end of a chain of mergers; null if it was not merged. */
export class FindMergeTarget extends Query<string | null> {
  constructor(readonly customerId: string) {
    super();
  }
}

/**
 * The ids of those events that are about a customer who was deleted or merged by now. The deletion or merger of any other customer is
 * seen by whoever processes it, as what the event tells of is stored already.
 */
export class SelectEventsOfDeletedCustomers extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerIds: readonly string[] }[]) {
    super();
  }
}
