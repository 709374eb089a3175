import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A task that runs after each `everyMs` and on request, never twice at the same time. A requested run starts after the time that
 * `gatherMs` returns, and further requests until then are merged into it. A long task checks the signal between its steps.
 *
 * Every run is part of the work that made the task, not of the request or event that requested the run.
 */
export class PeriodicTask {
  private timer?: NodeJS.Timeout;
  private underway?: Promise<void>;
  private isTriggered = false;
  private readonly stopping = new AbortController();
  private readonly inOwnContext = AsyncLocalStorage.snapshot();

  constructor(
    private readonly work: (stop: AbortSignal) => Promise<void>,
    private readonly everyMs: number | (() => number),
    private readonly failed: (error: unknown) => void,
    private readonly gatherMs: () => number = () => 0,
  ) {
    this.wait(this.untilNext());
  }

  /** Requests a run. During a run, one more run follows it. */
  trigger(): void {
    if (this.stopping.signal.aborted || this.isTriggered) return;
    this.isTriggered = true;
    if (!this.underway) this.wait(this.gatherMs());
  }

  /** Prevents further runs; resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.underway;
  }

  private async run(): Promise<void> {
    this.isTriggered = false;
    try {
      await this.work(this.stopping.signal);
    } catch (error) {
      this.isTriggered = false;
      this.failed(error);
    }
    this.underway = undefined;
    this.wait(this.isTriggered ? this.gatherMs() : this.untilNext());
  }

  private untilNext(): number {
    return typeof this.everyMs === 'function' ? this.everyMs() : this.everyMs;
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => (this.underway = this.inOwnContext(() => this.run())), ms);
  }
}
