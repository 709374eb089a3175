import type { Pool } from 'pg';

import { type AggregateStore, type BatchStatement, insertionStore, type NewAggregates } from '#engine/persistence';
import type { Order } from '../../domain/order.ts';
import { ExternalIdTaken } from '../../domain/purchase.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { PurchaseTable } from './entitlement-statements.ts';
import { type NamedPurchase, TakenExternalIds } from './external-ids.ts';

/**
 * The store of new purchases of one kind: those that are reported at the same time are stored by one statement. Events of a provider
 * that arrive together often report the same purchase, so external ids are looked up first: if one of the purchases violates a
 * constraint, each is stored by itself. Only another process can store the same external id meanwhile.
 */
export const purchaseInsertion = <Purchase extends (Order | Subscription) & NamedPurchase>(
  pool: () => Promise<Pool>,
  name: string,
  table: PurchaseTable,
  insertionOf: (purchases: readonly Purchase[]) => BatchStatement[],
): AggregateStore<NewAggregates<Purchase>, NewAggregates<Purchase>> =>
  insertionStore(pool, {
    name,
    notFound: () => new ExternalIdTaken(),
    batchOf: (requests) => {
      const externalIds = new TakenExternalIds(
        table,
        requests.flatMap(({ added }) => added),
      );
      return {
        reads: externalIds.reads,
        load: ([rows = []]) => {
          const taken = externalIds.areTaken(rows);
          return {
            found: requests.map((request, index) => (taken[index] ? undefined : request)),
            writes: (added) => insertionOf(added.flatMap((each) => each.added)),
          };
        },
      };
    },
  });
