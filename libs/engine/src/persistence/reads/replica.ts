import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { runShared, currentContext, type RequestContext } from '#engine/tenancy';
import type { ReadBatches } from './read-batches.ts';
import { isDatabaseUnavailable, isStatementTimeout } from '../is-unavailable.ts';

/** How long requests wait for the replica to have all that the primary had when they asked. */
const MAX_WAIT_MS = 100;
/** The wait between two looks at the replica. */
const POLL_MS = 5;
/** After a replica was unreachable or behind for too long, it is not asked for this time. */
const PAUSE_MS = 1_000;

/** Commits are flushed before they are confirmed. */
const POSITION = 'select pg_current_wal_flush_lsn()::text as position';
/** A server that was promoted replays nothing any more. */
const HAS_REPLAYED = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCurrent"';

/**
 * A standby that follows the database by streaming replication. It is read only when it has everything that was committed before: a list
 * shows what any process of the service had changed when the request began, however far the standby usually is behind.
 */
export class Replica {
  private readonly log = new Logger('Replica');
  private next?: Promise<boolean>;
  private pausedUntil = 0;
  private isPaused = false;
  /** Comparisons that have no result yet. Those with a server that does not respond take long to fail. */
  private underWay = 0;

  constructor(
    private readonly primary: ReadBatches,
    private readonly replica: ReadBatches,
  ) {}

  /** Whether it has everything that was committed before this call. All that ask at the same moment share the answer. */
  isCurrent(): Promise<boolean> {
    if (performance.now() < this.pausedUntil || (this.isPaused && this.underWay > 0)) return Promise.resolve(false);
    this.next ??= new Promise((resolve) =>
      setImmediate(() => {
        this.next = undefined;
        resolve(runShared(() => this.catchesUp()));
      }),
    );
    return this.next;
  }

  read(text: string, values: readonly unknown[]): Promise<object[]> {
    return this.replica.read(text, values);
  }

  /** It is left alone for a while. */
  pause(reason: string): void {
    if (!this.isPaused) this.log.warn(`Lists are read from the primary: ${reason}`);
    this.isPaused = true;
    this.pausedUntil = performance.now() + PAUSE_MS;
  }

  private async catchesUp(): Promise<boolean> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), MAX_WAIT_MS);
    const isLate = new Promise<'late'>((resolve) => late.signal.addEventListener('abort', () => resolve('late')));
    const result = await Promise.race([this.compare(late.signal), isLate]);
    clearTimeout(timer);
    if (result === 'late') this.pause(`the replica is more than ${MAX_WAIT_MS} milliseconds behind, or does not respond`);
    else if (result instanceof Error) this.pause(`the replica cannot be read: ${result.message}`);
    else this.resume();
    return result === 'current';
  }

  /** The error of a server that cannot be read. */
  private async compare(late: AbortSignal): Promise<'current' | 'late' | Error> {
    this.underWay++;
    try {
      const [{ position }] = (await this.primary.read(POSITION, [])) as [{ readonly position: string }];
      while (!late.aborted) {
        const [{ isCurrent }] = (await this.replica.read(HAS_REPLAYED, [position])) as [{ readonly isCurrent: boolean | null }];
        if (isCurrent) return 'current';
        await sleep(POLL_MS);
      }
      return 'late';
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      this.underWay--;
    }
  }

  private resume(): void {
    if (this.isPaused) this.log.log('Lists are read from the replica again.');
    this.isPaused = false;
  }
}

/** Replay on a standby cancels statements that read what it removes. */
const CANCELLED_BY_REPLAY = '40001';

const isFaultOfReplica = (error: unknown): boolean =>
  (isDatabaseUnavailable(error) && !isStatementTimeout(error)) ||
  (error as { code?: unknown } | null)?.code === CANCELLED_BY_REPLAY;

/**
 * Decides which server a read is sent to. Work that may read the replica does so from its first read to its last, if the replica was
 * current at the first one; a read that fails there is repeated on the primary, and so are those after it.
 */
export class RoutedReads {
  private readonly decisions = new WeakMap<RequestContext, Promise<boolean>>();

  constructor(
    private readonly primary: ReadBatches,
    private readonly replica: Replica | undefined,
  ) {}

  read(text: string, values: readonly unknown[]): Promise<object[]> {
    const context = currentContext();
    if (!this.replica || !context?.readsMany) return this.primary.read(text, values);
    return this.readFor(context, this.replica, text, values);
  }

  private async readFor(context: RequestContext, replica: Replica, text: string, values: readonly unknown[]): Promise<object[]> {
    const decision = this.decisions.get(context) ?? replica.isCurrent();
    this.decisions.set(context, decision);
    if (!(await decision)) return this.primary.read(text, values);
    try {
      return await replica.read(text, values);
    } catch (error) {
      if (!isFaultOfReplica(error)) throw error;
      replica.pause(`a read failed there: ${(error as Error).message}`);
      this.decisions.set(context, Promise.resolve(false));
      return this.primary.read(text, values);
    }
  }
}
