import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '#kernel';

const FLUSH_AFTER = 10_000;

/**
 * When tokens were last used. A request only takes a note; the notes are written together, some seconds later and once more
 * at the end of the process, each token at most once a minute. If that fails it is logged, and the notes are lost.
 */
@Injectable()
export class LastUses implements OnApplicationShutdown {
  private readonly log = new Logger(LastUses.name);
  private noted = new Map<string, Date>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  note(tokenId: string): void {
    this.noted.set(tokenId, this.clock.now());
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER).unref();
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = this.noted;
    if (noted.size === 0) return;
    this.noted = new Map();
    try {
      await this.write([...noted.keys()], [...noted.values()]);
    } catch (error) {
      this.log.error('The last uses of access tokens could not be written', error);
    }
  }

  /** A token that someone else is writing is left out: waiting for each other, two processes could block one another. */
  private async write(ids: string[], times: Date[]): Promise<void> {
    await sql`
      with due as (
        select t.id, used.at
        from organizations.access_tokens t
        join unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) on used.id = t.id
        where t.last_used_at is null or t.last_used_at <= used.at - interval '1 minute'
        for update of t skip locked
      )
      update organizations.access_tokens t set last_used_at = due.at from due where t.id = due.id
    `.execute(this.em.getKysely());
  }
}
