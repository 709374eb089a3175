interface Asked<Value> {
  settle(value: Value | undefined): void;
  fail(error: unknown): void;
}

/** When collected keys are read: at the end of the turn of the event loop, or once what is running now has come to rest. */
const SOON = { turn: setImmediate, rest: process.nextTick } as const;

/**
 * Many look-ups by key that arrive together become one: keys are collected for a moment, then read at once. Requests that
 * come in side by side ask in one turn of the event loop; callers of one group commit ask within one run of promises.
 */
export class BatchLoader<Value> {
  private asked = new Map<string, Asked<Value>[]>();

  constructor(
    private readonly readAll: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
    private readonly until: keyof typeof SOON = 'turn',
  ) {}

  /** Undefined where there is nothing under that key. */
  read(key: string): Promise<Value | undefined> {
    return new Promise((settle, fail) => {
      if (this.asked.size === 0) SOON[this.until](() => void this.flush());
      const others = this.asked.get(key);
      if (others) others.push({ settle, fail });
      else this.asked.set(key, [{ settle, fail }]);
    });
  }

  private async flush(): Promise<void> {
    const asked = this.asked;
    this.asked = new Map();
    try {
      const values = await this.readAll([...asked.keys()]);
      for (const [key, callers] of asked) for (const caller of callers) caller.settle(values.get(key));
    } catch (error) {
      for (const callers of asked.values()) for (const caller of callers) caller.fail(error);
    }
  }
}
