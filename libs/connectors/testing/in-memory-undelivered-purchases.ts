import { type UndeliveredPurchase, UndeliveredPurchases } from '../src/domain/undelivered-purchases.ts';

type Source = Parameters<UndeliveredPurchases['replaceOf']>[0];

/** Undelivered purchases in a map, by the id of their source. */
export class InMemoryUndeliveredPurchases extends UndeliveredPurchases {
  readonly bySource = new Map<string, readonly UndeliveredPurchase[]>();

  async replaceOf({ id }: Source, undelivered: readonly UndeliveredPurchase[]): Promise<void> {
    this.bySource.set(id, undelivered);
  }
}
