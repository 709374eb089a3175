export interface Summary {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds, as are the others. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** The answers of one run: how many, with which status, and how long each took. */
export class Measured {
  private readonly latencies: number[] = [];
  private readonly failed = new Map<number, number>();
  private readonly started = performance.now();

  add(status: number, milliseconds: number): void {
    this.latencies.push(milliseconds);
    if (status !== 200) this.failed.set(status, (this.failed.get(status) ?? 0) + 1);
  }

  /** Throws when anything but a 200 was answered: a refusal is cheaper than the work that is to be measured. */
  summary(): Summary {
    const elapsed = performance.now() - this.started;
    const failed = [...this.failed].map(([status, count]) => `${count} × ${status}`).join(', ');
    if (failed) throw new Error(`Not every answer was a 200: ${failed} of ${this.latencies.length}`);
    if (this.latencies.length === 0) throw new Error('Nothing was answered');
    const sorted = Float64Array.from(this.latencies).sort();
    const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
    return {
      answers: sorted.length,
      perSecond: (sorted.length / elapsed) * 1000,
      p50: quantile(0.5),
      p99: quantile(0.99),
      longest: sorted.at(-1)!,
    };
  }
}
