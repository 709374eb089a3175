import { Query } from '@nestjs/cqrs';

/** Who a customer is, and nothing else of it. */
export interface CustomerIdentity {
  readonly id: string;
  readonly organization_id: string;
  /** Null for a deleted one: its external id is free. */
  readonly external_id: string | null;
  readonly name: string | null;
  readonly is_deleted: boolean;
}

/** As `FindCustomers`, for whoever asks about hundreds at once, and not for what is shown of them. */
export class IdentifyCustomers extends Query<CustomerIdentity[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
