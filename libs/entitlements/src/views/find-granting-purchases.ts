import { Query } from '@nestjs/cqrs';
import type { PurchaseOfGrant } from './granting-purchase.view.ts';

/** The purchases that grants of these organizations come from, by the ids of the grants. Unknown grants are missing in the result. */
export class FindGrantingPurchases extends Query<ReadonlyMap<string, PurchaseOfGrant>> {
  constructor(
    readonly organizations: readonly string[],
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}
