export interface Summary {
  readonly answers: number;
  readonly perSecond: number;
  /** In milliseconds, like the other latencies. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Status and latency of every response of one run. */
export class Measured {
  private readonly latencies: number[] = [];
  private readonly failed = new Map<number, number>();
  private readonly started = performance.now();

  add(status: number, milliseconds: number): void {
    this.latencies.push(milliseconds);
    if (status !== 200 && status !== 201) this.failed.set(status, (this.failed.get(status) ?? 0) + 1);
  }

  /** Throws if any response had another status than 200 or 201: an error is cheaper to produce than the work to be measured. */
  summary(): Summary {
    const elapsed = performance.now() - this.started;
    const failed = [...this.failed].map(([status, count]) => `${count} × ${status}`).join(', ');
    if (failed) throw new Error(`Unexpected status codes: ${failed} of ${this.latencies.length} responses`);
    if (this.latencies.length === 0) throw new Error('The server answered no request');
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
