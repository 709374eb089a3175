/** One after the other for the same key, in this process: whoever waits for its turn holds nothing meanwhile. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    let done = (): void => undefined;
    const mine = new Promise<void>((settle) => {
      done = settle;
    });
    this.last.set(key, mine);
    await before;
    try {
      return await work();
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
      done();
    }
  }
}
