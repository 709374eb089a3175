import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { DeferredWrites } from '#engine/persistence';

const AFTER_MS = 10_000;

/**
 * Writes when sessions were last used: those of some seconds together, and at shutdown, at most once a minute for each session. If
 * writing fails, the error is logged and the uses are lost.
 */
@Injectable()
export class SessionUses implements OnApplicationShutdown {
  private readonly log = new Logger(SessionUses.name);
  private readonly uses = new DeferredWrites<Date>({
    afterMs: AFTER_MS,
    write: (uses) => this.write([...uses.keys()], [...uses.values()]),
    failed: (error) => this.log.error('The last uses of sessions could not be written', error),
  });

  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  record(sessionId: string): void {
    this.uses.record(sessionId, this.clock.now());
  }

  onApplicationShutdown(): Promise<void> {
    return this.uses.stop();
  }

  /** Skips sessions that another process is writing: waiting for locks, two processes could deadlock. */
  private async write(ids: string[], times: Date[]): Promise<void> {
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
  }
}
