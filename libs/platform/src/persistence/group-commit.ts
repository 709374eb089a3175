import type { Sync } from '#kernel';
import { type ProcessingEvent, claimProcessingEvent } from '#platform/outbox';
import { isDatabaseUnavailable } from './is-unavailable.ts';

interface Waiting<Which, Aggregate> {
  readonly which: Which;
  readonly by: (aggregate: Aggregate) => unknown;
  /** The event that the change follows from, if it does. */
  readonly cause: ProcessingEvent | undefined;
  settle(outcome: unknown): void;
  fail(error: unknown): void;
}

const nextTurn = (): Promise<void> => new Promise(setImmediate);

/** One batch's transaction, made by the adapter of a port. Both halves are one round trip each. */
export interface GroupTransaction<Aggregate> {
  /** The locked aggregate of each wish, in the order of the wishes; the same row is the same object. Undefined: there is none. */
  readonly found: readonly (Aggregate | undefined)[];
  /** Writes the changed aggregates with their events, notes the causes as processed, and commits. */
  commit(changed: readonly Aggregate[], causes: readonly ProcessingEvent[]): Promise<void>;
  /** Ends the transaction without a trace. */
  rollback(): Promise<void>;
}

/**
 * Group commit: many concurrent `change` calls share one transaction.
 *
 * While one transaction is under way, arriving calls wait in a queue. Then all of them go together: their rows are locked
 * with one SELECT, every closure runs on its aggregate in order of arrival (several may meet the same one), all rows and
 * events are written and committed at once, and only then is each caller answered. So a caller has the durability of a
 * transaction of its own, for a fraction of its cost, and a row that everyone wants is written once a batch.
 *
 * This is safe because a closure is synchronous (nothing is awaited under a lock) and decides before it changes (a closure
 * that throws leaves its aggregate as it was, and refuses only its own caller). If the database refuses the write of a
 * batch, its changes are tried again one by one, so that only the guilty one fails. If the connection was lost, nobody knows
 * whether the batch was committed: then nothing is tried again and all its callers are told.
 */
export abstract class GroupCommit<Which, Aggregate extends object> {
  private waiting: Waiting<Which, Aggregate>[] = [];
  private underway = false;

  constructor(private readonly largestBatch = 500) {}

  /** Opens a transaction and locks the rows of all wishes. */
  protected abstract begin(wishes: readonly Which[]): Promise<GroupTransaction<Aggregate>>;
  /** What a caller is told whose wish met no row. */
  protected abstract notFound(which: Which): Error;

  change<T>(which: Which, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({
        which,
        by,
        cause: claimProcessingEvent(),
        settle: resolve as (outcome: unknown) => void,
        fail: reject,
      });
      if (!this.underway) {
        this.underway = true;
        setImmediate(() => void this.drain());
      }
    });
  }

  /** Callers are told one turn of the event loop before the next transaction: what arrives in that turn still joins it. */
  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.largestBatch);
      setImmediate(await this.settleBatch(batch));
      await nextTurn();
    }
    this.underway = false;
  }

  /** Brings a batch to its end, whatever it is; the result tells every caller. */
  private async settleBatch(batch: readonly Waiting<Which, Aggregate>[]): Promise<() => void> {
    try {
      return await this.run(batch);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) return () => batch.forEach((one) => one.fail(error));
      const tellings: (() => void)[] = [];
      for (const one of batch) tellings.push(await this.settleBatch([one]));
      return () => tellings.forEach((tell) => tell());
    }
  }

  private async run(batch: readonly Waiting<Which, Aggregate>[]): Promise<() => void> {
    const transaction = await this.begin(batch.map(({ which }) => which));
    const changed = new Set<Aggregate>();
    const causes: ProcessingEvent[] = [];
    const tellings = batch.map(({ which, by, cause, settle, fail }, index) => {
      const aggregate = transaction.found[index];
      if (!aggregate) return () => fail(this.notFound(which));
      try {
        const outcome = by(aggregate);
        changed.add(aggregate);
        if (cause) causes.push(cause);
        return () => settle(outcome);
      } catch (error) {
        return () => fail(error);
      }
    });
    await (changed.size > 0 ? transaction.commit([...changed], causes) : transaction.rollback());
    return () => tellings.forEach((tell) => tell());
  }
}
