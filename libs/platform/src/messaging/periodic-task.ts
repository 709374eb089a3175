/**
 * Work that is done again and again: every so often, and soon when asked. Never twice at the same time. Asked for, it waits
 * `gatherMs` for others who ask for the same. What takes many steps asks the signal in between whether it is to leave the rest.
 */
export class PeriodicTask {
  private timer?: NodeJS.Timeout;
  private underway?: Promise<void>;
  private asked = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: (stop: AbortSignal) => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
    private readonly gatherMs = 0,
  ) {
    this.wait(everyMs);
  }

  /** Soon; asked for while it is under way, once more afterwards. */
  trigger(): void {
    if (this.stopping.signal.aborted || this.asked) return;
    this.asked = true;
    if (!this.underway) this.wait(this.gatherMs);
  }

  /** No more turns; settles when the one under way is over. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.underway;
  }

  private async run(): Promise<void> {
    this.asked = false;
    try {
      await this.work(this.stopping.signal);
    } catch (error) {
      this.asked = false;
      this.failed(error);
    }
    this.underway = undefined;
    this.wait(this.asked ? this.gatherMs : this.everyMs);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => (this.underway = this.run()), ms);
  }
}
