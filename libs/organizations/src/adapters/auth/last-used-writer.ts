import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '#kernel';

const FLUSH_AFTER = 10_000;

interface Use {
  readonly at: Date;
  /** The digest by which the token is to be found from now on; null where it is found by the newest. */
  readonly digest: Buffer | null;
}

/**
 * When tokens were last used. A request only takes a note; the notes are written together, some seconds later and once more
 * at the end of the process, each token at most once a minute. If that fails it is logged, and the notes are lost.
 * The use of a token is the one occasion on which it can be digested with the newest secret key.
 */
@Injectable()
export class LastUsedWriter implements OnApplicationShutdown {
  private readonly log = new Logger(LastUsedWriter.name);
  private noted = new Map<string, Use>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  record(tokenId: string, digest: Buffer | null): void {
    this.noted.set(tokenId, { at: this.clock.now(), digest });
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
  private async write(ids: string[], uses: Use[]): Promise<void> {
    const [times, digests] = [uses.map(({ at }) => at), uses.map(({ digest }) => digest)];
    await sql`
      with due as (
        select t.id, used.at, coalesce(used.digest, t.digest) as digest
        from organizations.access_tokens t
        join unnest(${ids}::uuid[], ${times}::timestamptz[], ${digests}::bytea[]) as used (id, at, digest) on used.id = t.id
        where t.last_used_at is null or t.last_used_at <= used.at - interval '1 minute' or used.digest is not null
        for update of t skip locked
      )
      update organizations.access_tokens t set last_used_at = due.at, digest = due.digest from due where t.id = due.id
    `.execute(this.em.getKysely());
  }
}
