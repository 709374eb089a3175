import { GroupCommit, type GroupTransaction } from '../src/persistence/group-commit.ts';

export class Counter {
  constructor(
    readonly name: string,
    public value = 0,
  ) {}

  add(amount: number): number {
    this.value += amount;
    return this.value;
  }
}

export class Absent extends Error {}

/** The errors that the database throws in each phase; undefined for success. */
interface Faults {
  write?: (changed: readonly Counter[]) => Error | undefined;
  begin?: (requests: readonly string[]) => Error | undefined;
  rollback?: () => Error | undefined;
}

/** Counters in a map instead of a table, with a log of the phases. A commit waits for `gate`. */
export class Counters extends GroupCommit<string, Counter> {
  readonly stored = new Map(['a', 'b', 'c'].map((name) => [name, 0]));
  readonly diary: string[] = [];
  gate: Promise<void> = Promise.resolve();

  constructor(
    private readonly faults: Faults = {},
    largestBatch?: number,
  ) {
    super(largestBatch);
  }

  add(name: string, amount = 1): Promise<number> {
    return this.change(name, (counter) => counter.add(amount));
  }

  protected notFound(): Error {
    return new Absent();
  }

  protected async begin(requests: readonly string[]): Promise<GroupTransaction<Counter>> {
    this.diary.push(`begin ${requests.join('')}`);
    const locked = new Map([...new Set(requests)].map((name) => [name, this.stored.has(name) && this.load(name)]));
    await throwIfSet(this.faults.begin?.(requests));
    return {
      found: requests.map((name) => locked.get(name) || undefined),
      commit: async (changed) => {
        await this.gate;
        this.diary.push(`commit ${changed.map(({ name }) => name).join('')}`);
        await throwIfSet(this.faults.write?.(changed));
        for (const { name, value } of changed) this.stored.set(name, value);
      },
      rollback: async () => {
        this.diary.push('rollback');
        await throwIfSet(this.faults.rollback?.());
      },
    };
  }

  private load(name: string): Counter {
    return new Counter(name, this.stored.get(name));
  }
}

const throwIfSet = async (fault: Error | undefined): Promise<void> => {
  if (fault) throw fault;
};

/** Runs all pending work of the event loop that does not wait for I/O. */
export const settling = async (): Promise<void> => {
  for (let iteration = 0; iteration < 5; iteration++) await new Promise(setImmediate);
};
