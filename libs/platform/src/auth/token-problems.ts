import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { WallClock } from '#kernel';
import type { TokenProblem } from '#platform/http/composition';
import { BatchLoader } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';

interface Stores {
  readonly em: EntityManager;
  readonly keyring: Keyring;
  readonly clock: WallClock;
}

/**
 * What is wrong with tokens that were not accepted, with one statement for all concurrent requests. They are known by their digests only:
 * of a token that somebody makes up, nothing is found. `table` has those that exist, with `digest` and `expires_at`.
 */
export class TokenProblems {
  private readonly problems = new BatchLoader<TokenProblem>((tokens) => this.find(tokens));

  constructor(
    private readonly table: `${string}.${string}`,
    private readonly stores: Stores,
  ) {}

  async of(token: string): Promise<TokenProblem> {
    return (await this.problems.read(token)) ?? 'unknown';
  }

  private async find(tokens: readonly string[]): Promise<ReadonlyMap<string, TokenProblem>> {
    const { em, keyring, clock } = this.stores;
    const tokenOf = new Map(
      tokens.flatMap((token) => keyring.digests('access-token', token).map((digest) => [digest.toString('hex'), token] as const)),
    );
    const digests = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const { rows } = await sql<{ readonly digest: Buffer; readonly has_expired: boolean }>`
      select digest, coalesce(expires_at <= ${clock.now()}, false) as has_expired from ${sql.table(this.table)}
      where digest = any(${digests}::bytea[])
      union all
      select digest, false from platform.revoked_tokens where digest = any(${digests}::bytea[])
    `.execute(em.getKysely());
    return new Map(
      rows.map(({ digest, has_expired }) => [tokenOf.get(digest.toString('hex'))!, has_expired ? 'expired' : 'revoked']),
    );
  }
}
