interface Asked<Value> {
  settle(value: Value | undefined): void;
  fail(error: unknown): void;
}

/**
 * Many look-ups by key that arrive together become one: keys are collected until the current turn of the event loop is
 * over, then read at once. Callers of one group commit are answered in one turn, so what they read next is one query.
 */
export class GroupedReads<Value> {
  private asked = new Map<string, Asked<Value>[]>();

  constructor(private readonly readAll: (keys: string[]) => Promise<ReadonlyMap<string, Value>>) {}

  /** Undefined where there is nothing under that key. */
  read(key: string): Promise<Value | undefined> {
    return new Promise((settle, fail) => {
      if (this.asked.size === 0) setImmediate(() => void this.flush());
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
