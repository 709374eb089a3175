import { Injectable } from '@nestjs/common';
import type { AuthChallenge, TokenProblem } from '#platform/http/composition';
import { kindOfToken, newToken, type TokenKind, type Keyring } from '#engine/secrets';
import type { Principal } from './principal.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { WallClock } from '#kernel';
import { BatchLoader } from '#engine/persistence';

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

/** Identifies tokens of one or more kinds. Returns null for a token that is unknown, expired or revoked. */
export interface CredentialSource {
  identify(token: string): Promise<Principal | null>;
  /** Why tokens were not identified. Asked only then, so that accepted ones cost nothing more. */
  readonly problems: TokenProblems;
}

/** Contexts that own tokens register here, so that authentication depends on no context. */
@Injectable()
export class CredentialSources {
  private readonly sources = new Map<TokenKind, CredentialSource>();
  private readonly metadata = new Map<TokenKind, string>();
  private readonly lent = new Map<string, Principal>();

  /** `metadata` is the address of the document that says who issues such tokens to applications (RFC 9728). */
  register(kind: TokenKind, source: CredentialSource, metadata?: string): void {
    this.sources.set(kind, source);
    if (metadata !== undefined) this.metadata.set(kind, metadata);
  }

  async identify(token: string): Promise<Principal | null> {
    const lent = this.lent.get(token);
    if (lent) return lent;
    const kind = kindOfToken(token);
    return (kind && this.sources.get(kind)?.identify(token)) ?? null;
  }

  /** Lets the work call operations of the API for the principal, by a token that is valid only meanwhile and only in this process. */
  async lend<T>(principal: Principal, work: (token: string) => Promise<T>): Promise<T> {
    const token = newToken('at');
    this.lent.set(token, principal);
    try {
      return await work(token);
    } finally {
      this.lent.delete(token);
    }
  }

  /** The challenge of what accepts tokens of these kinds, with where applications learn how to get one. */
  withMetadata(refusal: AuthChallenge, accepted: readonly TokenKind[]): AuthChallenge {
    const metadata = accepted.map((kind) => this.metadata.get(kind)).find((address) => address !== undefined);
    return metadata === undefined ? refusal : refusal.with('resource_metadata', metadata);
  }

  async problemOf(token: string): Promise<TokenProblem> {
    const kind = kindOfToken(token);
    if (kind === undefined) return 'malformed';
    return this.sources.get(kind)?.problems.of(token) ?? 'wrong kind';
  }
}
