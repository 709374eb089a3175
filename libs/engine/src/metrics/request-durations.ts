import type { MetricObjectWithValues, MetricValue } from 'prom-client';

const NAME = 'latchkey_http_request_duration_seconds';

interface Durations {
  readonly operation: string;
  readonly status: number;
  /** How many requests were in each bucket, and in none of them. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * The histogram of requests. It is observed for every request, so it does what the one of prom-client does without building labels
 * each time: that takes microseconds.
 */
export class RequestDurations {
  readonly name = NAME;
  readonly help = 'Time of HTTP requests';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  private readonly byOperation = new Map<string, Map<number, Durations>>();

  constructor(private readonly buckets: readonly number[]) {}

  observe(operation: string, status: number, seconds: number): void {
    const durations = this.byOperation.get(operation)?.get(status) ?? this.add(operation, status);
    let bucket = 0;
    while (bucket < this.buckets.length && seconds > this.buckets[bucket]!) bucket++;
    durations.counts[bucket]! += 1;
    durations.sum += seconds;
  }

  /** As prom-client reads its metrics. */
  async get(): Promise<MetricObjectWithValues<MetricValue<string>>> {
    const all = [...this.byOperation.values()].flatMap((byStatus) => [...byStatus.values()]);
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: all.flatMap((each) => this.samplesOf(each)) } as never;
  }

  reset(): void {
    this.byOperation.clear();
  }

  private samplesOf({ operation, status, counts, sum }: Durations): object[] {
    const labels = { operation, status: String(status) };
    let total = 0;
    const samples = [...this.buckets, '+Inf'].map((le, index) => {
      total += counts[index]!;
      return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [...samples, { metricName: `${NAME}_sum`, labels, value: sum }, { metricName: `${NAME}_count`, labels, value: total }];
  }

  private add(operation: string, status: number): Durations {
    const durations = { operation, status, counts: new Float64Array(this.buckets.length + 1), sum: 0 };
    const byStatus = this.byOperation.get(operation) ?? new Map<number, Durations>();
    this.byOperation.set(operation, byStatus.set(status, durations));
    return durations;
  }
}
