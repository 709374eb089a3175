import { Query } from '@nestjs/cqrs';

export interface FoundPurchase {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  /** What was bought. */
  readonly name: string;
  readonly status: string;
}

export interface PurchaseSearch {
  readonly of: 'orders' | 'subscriptions';
  readonly organizations: readonly string[];
  readonly text: string;
  /** Purchases of these customers are found, too. They are looked for meanwhile. */
  readonly customers: Promise<{ readonly ids: readonly string[] }>;
  readonly limit: number;
}

/**
 * First purchases of which the ID in another system or the number of the invoice contains the text, in any case (begins with it, without
 * three letters or digits), then those of the customers, newest first.
 */
export class SearchPurchases extends Query<readonly FoundPurchase[]> {
  constructor(readonly search: PurchaseSearch) {
    super();
  }
}
