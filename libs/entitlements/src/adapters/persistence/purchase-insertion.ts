import type { Pool } from 'pg';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { type BatchStatement, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { Order } from '../../domain/order.ts';
import { ExternalIdTaken } from '../../domain/purchase.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { PurchaseTable } from './entitlement-statements.ts';
import { type NamedPurchase, TakenExternalIds } from './external-ids.ts';

interface NewPurchase<Purchase> {
  readonly purchase: Purchase;
  readonly events: readonly DomainEvent[];
}

/**
 * Group commit of new purchases of one kind: those that are reported at the same time are stored by one statement. Events of a provider
 * that arrive together often report the same purchase, so external ids are looked up first: if one of the purchases violates a
 * constraint, each is stored by itself. Only another process can store the same external id meanwhile.
 */
export class PurchaseInsertion<Purchase extends (Order | Subscription) & NamedPurchase> extends GroupCommit<
  NewPurchase<Purchase>,
  NewPurchase<Purchase>
> {
  constructor(
    step: string,
    private readonly pool: () => Promise<Pool>,
    private readonly table: PurchaseTable,
    private readonly insertionOf: (purchases: readonly Purchase[]) => BatchStatement[],
  ) {
    super(step);
  }

  insert(purchase: Purchase): Promise<void> {
    return this.change({ purchase, events: purchase.pullEvents() }, () => undefined);
  }

  /** A request brings its own purchase, so that all are found but those whose external id is taken. */
  protected notFound(): Error {
    return new ExternalIdTaken();
  }

  protected override eventsOf({ events }: NewPurchase<Purchase>): readonly DomainEvent[] {
    return events;
  }

  protected override auditedAfter({ purchase }: NewPurchase<Purchase>): readonly object[] {
    return [purchase];
  }

  protected async begin(
    requests: readonly NewPurchase<Purchase>[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<NewPurchase<Purchase>>> {
    const externalIds = new TakenExternalIds(
      this.table,
      requests.map(({ purchase }) => purchase),
    );
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), externalIds.reads, statements);
    const taken = externalIds.areTaken(rows[0] ?? []);
    return {
      first,
      found: requests.map((request, index) => (taken[index] ? undefined : request)),
      commit: async (added, others) => {
        const insertion = this.insertionOf(added.map(({ purchase }) => purchase));
        await transaction.commit([...insertion, ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
