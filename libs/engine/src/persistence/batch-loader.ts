import { type RequestContext, runInContext, runShared, sharedContext } from '#engine/tenancy';
import { sharedFailure } from './is-unavailable.ts';

type Values<Value> = ReadonlyMap<string, Value>;

/** Keys that are read together, and those who look them up. */
interface Batch<Value> {
  readonly keys: Set<string>;
  readonly callers: { resolve(values: Values<Value>): void; reject(error: unknown): void }[];
}

/**
 * How long keys are collected: until the next macrotask, until the promise callbacks that are queued now have run
 * (`process.nextTick` runs after the current queue of microtasks), or until the next macrotask after the read in progress.
 */
const SCHEDULE = { macrotask: inNextMacrotask, microtask: inMicrotask, turn: inNextMacrotask } as const;

type Begin = () => void;
const due = new Map<RequestContext | undefined, Begin[]>();

/** What begins to read in the same macrotask, with the same limits, begins together: `ReadBatches` sends it in one packet. */
function inNextMacrotask(begin: Begin): void {
  const context = sharedContext();
  const others = due.get(context);
  if (others) return void others.push(begin);
  const all = [begin];
  due.set(context, all);
  runInContext(context, () =>
    setImmediate(() => {
      due.delete(context);
      for (const each of all) each();
    }),
  );
}

function inMicrotask(begin: Begin): void {
  runShared(() => process.nextTick(begin));
}

/**
 * Combines concurrent look-ups by key into one read. Requests that arrive together look up within one iteration of the event loop
 * (`macrotask`). What waited for the same read or group commit, such as requests whose credentials were looked up together, continues
 * within one run of the microtask queue (`microtask`). What many requests and deliveries read at any time is read in `turn`: one read
 * at a time, with more keys the more there is to do.
 */
export class BatchLoader<Value> {
  private pending: Batch<Value> | undefined;
  private isReading = false;

  constructor(
    private readonly readBatch: (keys: string[]) => Promise<Values<Value>>,
    private readonly until: keyof typeof SCHEDULE = 'macrotask',
  ) {}

  /** Undefined if there is no value for the key. */
  read(key: string): Promise<Value | undefined> {
    return this.join([key], (values) => values.get(key));
  }

  /** The values that there are, by key. */
  async readAll(keys: readonly string[]): Promise<Values<Value>> {
    return keys.length === 0 ? new Map() : this.join(keys, (values) => picked(keys, values));
  }

  private join<Result>(keys: readonly string[], resultOf: (values: Values<Value>) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const batch = (this.pending ??= this.begin());
      for (const key of keys) batch.keys.add(key);
      batch.callers.push({ resolve: (values) => resolve(resultOf(values)), reject });
    });
  }

  private begin(): Batch<Value> {
    if (!(this.isReading && this.until === 'turn')) this.schedule();
    return { keys: new Set(), callers: [] };
  }

  private schedule(): void {
    SCHEDULE[this.until](() => void this.finish());
  }

  private async finish(): Promise<void> {
    const { keys, callers } = this.pending!;
    this.pending = undefined;
    this.isReading = true;
    try {
      const values = await this.readBatch([...keys]);
      for (const { resolve } of callers) resolve(values);
    } catch (error) {
      for (const { reject } of callers) reject(sharedFailure(error));
    }
    this.isReading = false;
    if (this.until === 'turn' && this.pending) this.schedule();
  }
}

function picked<Value>(keys: readonly string[], values: Values<Value>): Values<Value> {
  const some = new Map<string, Value>();
  for (const key of keys) {
    const value = values.get(key);
    if (value !== undefined) some.set(key, value);
  }
  return some;
}

/** A key made of two ids, such as those of an organization and of a row of it. */
export const pairKey = (first: string, second: string): string => `${first}/${second}`;

/** The first and the second ids of such keys, as parameters of `unnest`. */
export function unzipPairs(keys: readonly string[]): [first: string[], second: string[]] {
  const [first, second]: [string[], string[]] = [[], []];
  for (const key of keys) {
    const at = key.indexOf('/');
    first.push(key.slice(0, at));
    second.push(key.slice(at + 1));
  }
  return [first, second];
}
