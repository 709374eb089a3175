import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** The storage of the queue: the service's own PostgreSQL, or Redis if configured. */
export interface Backend {
  queue<D>(name: string): Promise<Queue<D>>;
  /** Takes no jobs before `run()` is called. */
  worker<D>(name: string, process: Processor<D>, options: Omit<WorkerOptions, 'connection'>): Promise<Worker<D>>;
  /** Rejects unless the storage takes writes. */
  assertWritable(): Promise<void>;
  /** The policy by which the storage drops what it has when its memory is full, or null if it drops nothing. */
  evicts(): Promise<string | null>;
  /** The error as it is reported: says that it was Redis, if it was. */
  reported(error: unknown): unknown;
  /** Closes the connections that queues and workers do not close themselves. */
  close(): Promise<void>;
}

/** Several megabytes that only processes with a queue need: every context has subscribers, but the API runs none of them. */
export const loadBullMq = () => import('bullmq');
