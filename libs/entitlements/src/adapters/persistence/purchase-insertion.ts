import type { Pool } from 'pg';
import type { AggregateRoot, DomainEvent } from '#kernel';
import type { RecordStatement } from '#platform/idempotency';
import { insertEvents } from '#platform/outbox';
import { type BatchStatement, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#platform/persistence';

interface NewPurchase<Purchase> {
  readonly purchase: Purchase;
  readonly events: readonly DomainEvent[];
}

/**
 * Group commit of new purchases of one kind: those that are reported at the same time are stored by one statement. If one of them
 * violates a constraint, each is stored by itself.
 */
export class PurchaseInsertion<Purchase extends AggregateRoot> extends GroupCommit<NewPurchase<Purchase>, NewPurchase<Purchase>> {
  constructor(
    step: string,
    private readonly pool: () => Promise<Pool>,
    private readonly insertionOf: (purchases: readonly Purchase[]) => BatchStatement[],
  ) {
    super(step);
  }

  insert(purchase: Purchase): Promise<void> {
    return this.change({ purchase, events: purchase.pullEvents() }, () => undefined);
  }

  /** Every request is found: it brings its own purchase. */
  protected notFound(): Error {
    return new Error('A new purchase is missing');
  }

  protected override auditedAfter({ purchase }: NewPurchase<Purchase>): readonly object[] {
    return [purchase];
  }

  protected async begin(
    requests: readonly NewPurchase<Purchase>[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<NewPurchase<Purchase>>> {
    const { transaction, first } = await PipelinedTransaction.begin(await this.pool(), [], statements);
    return {
      first,
      found: requests,
      commit: async (added, others) => {
        const insertion = this.insertionOf(added.map(({ purchase }) => purchase));
        await transaction.commit([...insertion, ...insertEvents(added.map(({ events }) => events)), ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
