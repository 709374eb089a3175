import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { runShared } from '#platform/tenancy';

const FLUSH_AFTER_MS = 10_000;

/**
 * Writes when sessions were last used. A request only records the use in memory; uses are written together, some seconds later and
 * at shutdown, at most once a minute for each session. If writing fails, the error is logged and the uses are lost.
 */
@Injectable()
export class SessionUses implements OnApplicationShutdown {
  private readonly log = new Logger(SessionUses.name);
  private pending = new Map<string, Date>();
  private timer?: NodeJS.Timeout;
  /** Settles when what was flushed so far is written. */
  private flushed = Promise.resolve();
  private hasStopped = false;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  record(sessionId: string): void {
    if (this.hasStopped) return;
    this.pending.set(sessionId, this.clock.now());
    this.timer ??= runShared(() => setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref());
  }

  /** The connections are closed afterwards, so nothing may be written later. */
  onApplicationShutdown(): Promise<void> {
    this.hasStopped = true;
    return this.flush();
  }

  /** Writes what is pending; resolves when that, and what was flushed before, is written. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    this.pending = new Map();
    if (pending.size > 0) this.flushed = this.flushed.then(() => this.write([...pending.keys()], [...pending.values()]));
    return this.flushed;
  }

  /** Skips sessions that another process is writing: waiting for locks, two processes could deadlock. */
  private async write(ids: string[], times: Date[]): Promise<void> {
    try {
      await sql`
        with due as (
          select s.id, used.at
          from identity.user_sessions s
          join unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) on used.id = s.id
          where s.last_used_at <= used.at - interval '1 minute'
          for update of s skip locked
        )
        update identity.user_sessions s set last_used_at = due.at from due where s.id = due.id
      `.execute(this.em.getKysely());
    } catch (error) {
      this.log.error('The last uses of sessions could not be written', error);
    }
  }
}
