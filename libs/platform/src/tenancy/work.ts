import { AsyncLocalStorage } from 'node:async_hooks';

/** The longest time of a statement, in milliseconds. */
export const STATEMENT_MS = {
  /** Of a request. */
  interactive: 5_000,
  /** Of a request for a list, which counts all matches, or for quantities. */
  counting: 10_000,
  /** Of workers, and of requests with a large body, of which a tenant has one at a time. */
  long: 30_000,
} as const;

interface Settings {
  /** Whose connections the work uses: an organization, a user or a client network. Null for the service itself. */
  readonly tenant: string | null;
  /** True if nobody waits for a response: then there is no limit to how long the work waits for its turn. */
  readonly isBackground?: boolean;
  readonly statementMs?: number;
}

/** What is done for one request or one event, and on whose account. */
export class Work {
  tenant: string | null;
  statementMs: number;
  readonly isBackground: boolean;
  private readonly cancellations = new Set<() => void>();

  constructor({ tenant, isBackground = false, statementMs = STATEMENT_MS.long }: Settings) {
    this.tenant = tenant;
    this.isBackground = isBackground;
    this.statementMs = statementMs;
  }

  /** Nobody is interested in the outcome any more: what still waits for its turn gives up. */
  cancel(): void {
    for (const listener of this.cancellations) listener();
  }

  /** Calls `listener` when the work is cancelled, until the returned function is called. */
  onCancel(listener: () => void): () => void {
    this.cancellations.add(listener);
    return () => this.cancellations.delete(listener);
  }
}

const storage = new AsyncLocalStorage<Work>();

/** The work that the caller belongs to; undefined outside of requests and events. */
export const currentWork = (): Work | undefined => storage.getStore();

/** Runs `run`, and everything that it calls, as part of `work`. */
export const runWork = <T>(work: Work, run: () => T): T => storage.run(work, run);

/**
 * Runs what is done for several tenants together, such as a batch of look-ups: on nobody's account, with the limits of the work
 * that happened to start it.
 */
export function runShared<T>(run: () => T): T {
  const current = storage.getStore();
  if (current === undefined) return run();
  return storage.run(new Work({ tenant: null, statementMs: current.statementMs }), run);
}
