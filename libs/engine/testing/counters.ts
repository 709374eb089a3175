import { AggregateRoot, DomainEvent, type Sync } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit } from '../src/persistence/group-commit.ts';
import type { GroupTransaction } from '../src/persistence/locked-batch.ts';

class CounterChanged extends DomainEvent<'counter.changed', { readonly value: number }> {
  readonly name = 'counter.changed';

  constructor(value: number) {
    super('organization', 'counter', new Date(0), { value });
  }
}

interface CounterState {
  /** The name. */
  readonly id: string;
  value: number;
}

export class TestCounter extends AggregateRoot<CounterState> {
  get value(): number {
    return this.state.value;
  }

  add(amount: number): number {
    this.state.value += amount;
    return this.state.value;
  }

  announce(): void {
    this.record(new CounterChanged(this.state.value));
  }
}

export class CounterNotFound extends Error {}

/** Errors that the fake database throws; undefined where a call succeeds. */
interface Faults {
  write?: (changed: readonly TestCounter[]) => Error | undefined;
  begin?: (requests: readonly string[]) => Error | undefined;
  rollback?: () => Error | undefined;
}

/** Counters in a map instead of a table, with a log of the transactions. A commit waits for `gate`. */
export class Counters {
  readonly stored = new Map(['a', 'b', 'c'].map((name) => [name, 0]));
  readonly log: string[] = [];
  /** What was written besides counters. */
  readonly statements: RecordStatement[] = [];
  gate: Promise<void> = Promise.resolve();
  private readonly changes: GroupCommit<string, TestCounter>;

  constructor(
    private readonly faults: Faults = {},
    maxBatchSize?: number,
  ) {
    this.changes = new GroupCommit((requests) => this.begin(requests), {
      name: 'Counter',
      maxBatchSize,
      notFound: () => new CounterNotFound(),
    });
  }

  add(name: string, amount = 1): Promise<number> {
    return this.change(name, (counter) => counter.add(amount));
  }

  change<T>(name: string, by: (counter: TestCounter) => Sync<T>): Promise<T> {
    return this.changes.change(name, by);
  }

  private async begin(requests: readonly string[]): Promise<GroupTransaction<TestCounter>> {
    this.log.push(`begin ${requests.join('')}`);
    const locked = new Map([...new Set(requests)].map((name) => [name, this.stored.has(name) && this.load(name)]));
    await throwIfGiven(this.faults.begin?.(requests));
    return {
      first: [],
      found: requests.map((name) => locked.get(name) || undefined),
      commit: async (changed, others) => {
        await this.gate;
        this.log.push(`commit ${changed.map(({ id }) => id).join('')}`);
        await throwIfGiven(this.faults.write?.(changed));
        for (const { id, value } of changed) this.stored.set(id, value);
        this.statements.push(...others);
        return others.map(() => []);
      },
      rollback: async () => {
        this.log.push('rollback');
        await throwIfGiven(this.faults.rollback?.());
        return undefined;
      },
    };
  }

  private load(name: string): TestCounter {
    return TestCounter.fromState({ id: name, value: this.stored.get(name)! });
  }
}

const throwIfGiven = async (fault: Error | undefined): Promise<void> => {
  if (fault) throw fault;
};

/** Runs the event loop until pending callbacks that need no I/O have finished. */
export const flushEventLoop = async (): Promise<void> => {
  for (let iteration = 0; iteration < 5; iteration++) await new Promise(setImmediate);
};
