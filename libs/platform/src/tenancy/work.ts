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

/** Calls the listener when nobody is interested in the outcome any more, until the returned function is called. */
type OnCancel = (listener: () => void) => () => void;

interface Settings {
  /** Whose connections the work uses: an organization, a user or a client network. Null for the service itself. */
  readonly tenant: string | null | (() => string);
  /** True if nobody waits for a response: then there is no limit to how long the work waits for its turn. */
  readonly isBackground?: boolean;
  readonly statementMs?: number;
  /** The size of the request. */
  readonly bytes?: number;
  /** What still waits for its turn gives up when the work is cancelled. */
  readonly onCancel?: OnCancel;
}

/** What is done for one request or one event, and on whose account. */
export class Work {
  statementMs: number;
  readonly isBackground: boolean;
  readonly onCancel: OnCancel | undefined;
  readonly bytes: number;
  private account: Settings['tenant'];

  constructor({ tenant, isBackground = false, statementMs = STATEMENT_MS.long, onCancel, bytes = 0 }: Settings) {
    this.account = tenant;
    this.isBackground = isBackground;
    this.statementMs = statementMs;
    this.onCancel = onCancel;
    this.bytes = bytes;
  }

  get tenant(): string | null {
    if (typeof this.account === 'function') this.account = this.account();
    return this.account;
  }

  set tenant(tenant: string | null) {
    this.account = tenant;
  }
}

const storage = new AsyncLocalStorage<Work>();

/** The work that the caller belongs to; undefined outside of requests and events. */
export const currentWork = (): Work | undefined => storage.getStore();

/** Runs `run`, and everything that it calls, as part of `work`. */
export const runWork = <T>(work: Work, run: () => T): T => storage.run(work, run);

/** Of each length of statements. One object for all, so that what is read for several tenants at one moment is sent together. */
const shared = new Map<number, Work>();

/**
 * Runs what is done for several tenants together, such as a batch of look-ups: on nobody's account, with the limits of the work
 * that happened to start it.
 */
export function runShared<T>(run: () => T): T {
  const current = storage.getStore();
  if (current === undefined) return run();
  const { statementMs } = current;
  const work = shared.get(statementMs) ?? new Work({ tenant: null, statementMs });
  shared.set(statementMs, work);
  return storage.run(work, run);
}
