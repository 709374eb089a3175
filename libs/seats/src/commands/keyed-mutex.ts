/** Runs work for the same key one after the other, within this process. Waiting work holds no resources. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.last.get(key);
    let release = (): void => undefined;
    const current = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.last.set(key, current);
    await previous;
    try {
      return await work();
    } finally {
      if (this.last.get(key) === current) this.last.delete(key);
      release();
    }
  }
}
