/** Work that is done again and again: every so often, and at once when asked. Never twice at the same time. */
export class Turn {
  private timer?: NodeJS.Timeout;
  private underway?: Promise<void>;
  private again = false;
  private stopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {
    this.wait();
  }

  /** As soon as possible; asked for while it is under way, once more afterwards. */
  now(): void {
    if (this.stopped) return;
    if (this.underway) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.underway = this.run();
  }

  /** No more turns; settles when the one under way is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.underway;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.again = false;
      this.failed(error);
    }
    this.underway = undefined;
    if (this.again) {
      this.again = false;
      this.now();
    } else {
      this.wait();
    }
  }

  private wait(): void {
    if (!this.stopped) this.timer = setTimeout(() => this.now(), this.everyMs);
  }
}
