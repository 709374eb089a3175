import { EventEmitter } from 'node:events';
import type { Job, JobsOptions, Processor, WorkerOptions } from 'bullmq';
import type { Backend } from '#platform/messaging/composition';

type State = 'waiting' | 'delayed' | 'active' | 'failed';

class MemoryJob {
  state: State = 'waiting';
  attemptsMade = 0;
  failedReason?: string;
  finishedOn?: number;
  readonly timestamp = Date.now();

  constructor(
    readonly id: string,
    readonly name: string,
    readonly data: unknown,
    readonly opts: JobsOptions,
  ) {}

  async isActive(): Promise<boolean> {
    return this.state === 'active';
  }

  async isFailed(): Promise<boolean> {
    return this.state === 'failed';
  }
}

interface NewJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: JobsOptions;
}

/** What `DeliveryQueue` and `DeliveryWorker` use of BullMQ. A job is taken when it is added; nothing outlives the process. */
class MemoryQueue extends EventEmitter {
  private readonly jobs = new Map<string, MemoryJob>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private process?: Processor;
  private options?: Omit<WorkerOptions, 'connection'>;
  private count = 0;

  async waitUntilReady(): Promise<void> {}

  async add(name: string, data: unknown, opts: JobsOptions): Promise<void> {
    const id = opts.jobId ?? `${++this.count}`;
    if (this.jobs.has(id)) return;
    const job = new MemoryJob(id, name, data, opts);
    this.jobs.set(id, job);
    this.putBack(job, opts.delay ?? 0);
  }

  async addBulk(jobs: readonly NewJob[]): Promise<void> {
    for (const { name, data, opts } of jobs) await this.add(name, data, opts);
  }

  async getCountsPerPriority(priorities: readonly number[]): Promise<Record<number, number>> {
    const waiting = this.in('waiting');
    return Object.fromEntries(priorities.map((each) => [each, waiting.filter((job) => priorityOf(job) === each).length]));
  }

  async getJobs(states: readonly string[]): Promise<MemoryJob[]> {
    // BullMQ calls those with a priority otherwise, and lists them apart.
    return states.includes('waiting') ? this.in('waiting') : [];
  }

  async getFailed(start: number, end: number): Promise<MemoryJob[]> {
    return this.in('failed').slice(start, end + 1 || undefined);
  }

  async getJobCounts(...states: readonly string[]): Promise<Record<string, number>> {
    return Object.fromEntries(states.map((state) => [state, this.in(state as State).length]));
  }

  async getJob(id: string): Promise<MemoryJob | undefined> {
    return this.jobs.get(id);
  }

  begin(process: Processor, options: Omit<WorkerOptions, 'connection'>): void {
    this.process = process;
    this.options = options;
  }

  async run(): Promise<void> {
    this.take();
  }

  async close(): Promise<void> {
    this.process = undefined;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private in(state: State): MemoryJob[] {
    return [...this.jobs.values()].filter((job) => job.state === state);
  }

  private putBack(job: MemoryJob, delayMs: number): void {
    job.state = delayMs > 0 ? 'delayed' : 'waiting';
    if (delayMs <= 0) return this.take();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.putBack(job, 0);
    }, delayMs);
    this.timers.add(timer);
  }

  private take(): void {
    while (this.process && this.in('active').length < this.options!.concurrency!) {
      const [next] = this.in('waiting').toSorted((one, other) => priorityOf(one) - priorityOf(other));
      if (!next) return;
      next.state = 'active';
      void this.work(next, this.process);
    }
  }

  private async work(job: MemoryJob, process: Processor): Promise<void> {
    try {
      await process(job as unknown as Job);
      this.jobs.delete(job.id);
      this.emit('completed');
    } catch (error) {
      this.failed(job, error as Error);
      this.emit('failed');
    }
    this.take();
    if (this.in('waiting').length === 0) this.emit('drained');
  }

  private failed(job: MemoryJob, { message }: Error): void {
    job.attemptsMade += 1;
    if (job.attemptsMade < (job.opts.attempts ?? 1)) {
      return this.putBack(job, Number(this.options!.settings!.backoffStrategy!(job.attemptsMade)));
    }
    Object.assign(job, { state: 'failed', failedReason: message, finishedOn: Date.now() });
    if (job.opts.removeOnFail === true) this.jobs.delete(job.id);
  }
}

const priorityOf = ({ opts }: MemoryJob): number => opts.priority ?? 0;

/** A queue in memory for the worker of this process. `messaging.contract.ts` is about the queues of the service. */
export function memoryBackend(): Backend {
  const queue = new MemoryQueue();
  return {
    queue: async () => queue as never,
    worker: async (_name, process, options) => {
      queue.begin(process as Processor, options);
      return queue as never;
    },
    assertWritable: async () => undefined,
    evicts: async () => null,
    reported: (error) => error,
    close: () => queue.close(),
  };
}
