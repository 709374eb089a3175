import { Query } from '@nestjs/cqrs';

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

/** Like `FindCustomers`, but cheap for hundreds of ids: it returns identities instead of views. */
export class IdentifyCustomers extends Query<CustomerIdentity[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
