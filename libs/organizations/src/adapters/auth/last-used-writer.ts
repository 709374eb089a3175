import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { DeferredWrites } from '#engine/persistence';

const AFTER_MS = 10_000;

interface Use {
  readonly at: Date;
  /** The digest with the newest secret key; null if the token is stored with it already. */
  readonly digest: Buffer | null;
}

/**
 * Writes when access tokens were last used: those of some seconds together, and at shutdown, at most once a minute for each token. If
 * writing fails, the error is logged and the uses are lost. Because tokens are not stored, a token can be digested with the newest secret
 * key only when it is used.
 */
@Injectable()
export class LastUsedWriter implements OnApplicationShutdown {
  private readonly log = new Logger(LastUsedWriter.name);
  private readonly uses = new DeferredWrites<Use>({
    afterMs: AFTER_MS,
    write: (uses) => this.write([...uses.keys()], [...uses.values()]),
    failed: (error) => this.log.error('The last uses of access tokens could not be written', error),
  });

  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  record(tokenId: string, digest: Buffer | null): void {
    this.uses.record(tokenId, { at: this.clock.now(), digest });
  }

  flush(): Promise<void> {
    return this.uses.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.uses.stop();
  }

  /** Skips tokens that another process is writing: waiting for locks, two processes could deadlock. */
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
