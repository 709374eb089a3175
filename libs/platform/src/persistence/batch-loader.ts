import { runShared } from '#platform/tenancy';
import { sharedFailure } from './is-unavailable.ts';

interface PendingLookup<Value> {
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * How long keys are collected: until the next macrotask, or until the promise callbacks that are queued now have run
 * (`process.nextTick` runs after the current queue of microtasks).
 */
const SCHEDULE = { macrotask: setImmediate, microtask: process.nextTick } as const;

/**
 * Combines concurrent look-ups by key into one read. Concurrent HTTP requests look up within one iteration of the event loop
 * (`macrotask`); callers of one group commit look up within one run of the microtask queue (`microtask`).
 */
export class BatchLoader<Value> {
  private pending = new Map<string, PendingLookup<Value>[]>();

  constructor(
    private readonly readAll: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
    private readonly until: keyof typeof SCHEDULE = 'macrotask',
  ) {}

  /** Undefined if there is no value for the key. */
  read(key: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      if (this.pending.size === 0) runShared(() => SCHEDULE[this.until](() => void this.flush()));
      const others = this.pending.get(key);
      if (others) others.push({ resolve, reject });
      else this.pending.set(key, [{ resolve, reject }]);
    });
  }

  private async flush(): Promise<void> {
    const lookups = this.pending;
    this.pending = new Map();
    try {
      const values = await this.readAll([...lookups.keys()]);
      for (const [key, callers] of lookups) for (const caller of callers) caller.resolve(values.get(key));
    } catch (error) {
      for (const callers of lookups.values()) for (const caller of callers) caller.reject(sharedFailure(error));
    }
  }
}
