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

/** Where the database says no; undefined where it has nothing against it. */
interface Faults {
  write?: (changed: readonly Counter[]) => Error | undefined;
  begin?: (wishes: readonly string[]) => Error | undefined;
  rollback?: () => Error | undefined;
}

/** Counters in a map, in place of a table; keeps a diary. A transaction's commit waits for `gate`. */
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

  protected async begin(wishes: readonly string[]): Promise<GroupTransaction<Counter>> {
    this.diary.push(`begin ${wishes.join('')}`);
    const locked = new Map([...new Set(wishes)].map((name) => [name, this.stored.has(name) && this.load(name)]));
    await demand(this.faults.begin?.(wishes));
    return {
      found: wishes.map((name) => locked.get(name) || undefined),
      commit: async (changed) => {
        await this.gate;
        this.diary.push(`commit ${changed.map(({ name }) => name).join('')}`);
        await demand(this.faults.write?.(changed));
        for (const { name, value } of changed) this.stored.set(name, value);
      },
      rollback: async () => {
        this.diary.push('rollback');
        await demand(this.faults.rollback?.());
      },
    };
  }

  private load(name: string): Counter {
    return new Counter(name, this.stored.get(name));
  }
}

const demand = async (fault: Error | undefined): Promise<void> => {
  if (fault) throw fault;
};

/** Lets everything happen that needs nothing from outside. */
export const settling = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};
