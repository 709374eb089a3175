import { Query } from '@nestjs/cqrs';
import type { FoundCustomers } from '#customer-portal/contract';

export interface FoundKey {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly display_key: string;
  readonly status: string;
}

/** License keys that a text finds as in their own search, newest first. The customers that it finds are looked for meanwhile. */
export class SearchKeys extends Query<readonly FoundKey[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    readonly customers: Promise<FoundCustomers>,
    readonly limit: number,
  ) {
    super();
  }
}
