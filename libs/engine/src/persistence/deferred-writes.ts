import { runShared } from '#engine/tenancy';

interface Options<Value> {
  /** How long values are collected before they are written. */
  readonly afterMs: number;
  readonly write: (values: ReadonlyMap<string, Value>) => Promise<void>;
  /** Called with what could not be written. It may record it again. */
  readonly failed: (error: unknown, values: ReadonlyMap<string, Value>) => void;
}

/**
 * Writes what many requests record, with one statement for all of it. Recording only keeps a value in memory, for its key. What a killed
 * process has not written is lost. The timer belongs to no request, so no tenant pays for it.
 */
export class DeferredWrites<Value> {
  private pending = new Map<string, Value>();
  private timer?: NodeJS.Timeout;
  /** Settles when what was flushed so far is written. */
  private flushed = Promise.resolve();
  private hasStopped = false;

  constructor(private readonly options: Options<Value>) {}

  /** What is pending for a key. A caller that finds it synchronously may change it in place. */
  recorded(key: string): Value | undefined {
    return this.pending.get(key);
  }

  /** The last value of a key is written. */
  record(key: string, value: Value): void {
    if (this.hasStopped) return;
    this.pending.set(key, value);
    this.timer ??= runShared(() => setTimeout(() => void this.flush(), this.options.afterMs).unref());
  }

  /** Writes what is pending; resolves when that, and what was flushed before, is written. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    this.pending = new Map();
    if (pending.size > 0) this.flushed = this.flushed.then(() => this.tryToWrite(pending));
    return this.flushed;
  }

  /** Flushes, and records nothing afterwards: connections are closed then. */
  stop(): Promise<void> {
    this.hasStopped = true;
    return this.flush();
  }

  private async tryToWrite(values: ReadonlyMap<string, Value>): Promise<void> {
    try {
      await this.options.write(values);
    } catch (error) {
      this.options.failed(error, values);
    }
  }
}
