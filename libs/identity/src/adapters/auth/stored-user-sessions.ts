import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { WallClock } from '#kernel';
import { USER_ACCESS } from '#organizations/contract';
import {
  type CredentialSource,
  CredentialSources,
  type Membership,
  SCOPES,
  SellerPrincipal,
  TokenProblems,
} from '#platform/auth';
import { BatchLoader, fixedRead } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { SessionUses } from './session-uses.ts';

interface Row {
  readonly id: string;
  readonly digest: Buffer;
  readonly user_id: string;
  readonly has_second_factor: boolean;
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly provider_organization_id: string | null;
  /** Null for a user who belongs to no organization. */
  readonly memberships: readonly Membership[] | null;
}

/** A passkey is two factors: the device that has it, and how that recognizes its owner. */
const readSessions = fixedRead(
  (_db: Kysely<object>, { digests, now }: { digests: readonly Buffer[]; now: Date }) =>
    sql<Row>`
      select s.id, s.digest, s.user_id, s.authenticated_at, s.expires_at, s.provider_organization_id,
        s.methods ?| array['passkey', 'totp', 'recovery_code'] as has_second_factor, a.memberships
      from identity.user_sessions s
      join ${sql.raw(USER_ACCESS)} a on a.user_id = s.user_id
      where s.digest = any(${digests}::bytea[])
        and s.expires_at > ${now}
        and s.last_used_at > ${now}::timestamptz - interval '7 days'
    `,
);

/**
 * Identifies users by their sessions, with one statement for all concurrent requests. Sessions that have expired, were not used for
 * seven days, or belong to a blocked user are not accepted. A session has all scopes; the roles of its user limit it.
 */
@Injectable()
export class StoredUserSessions implements CredentialSource, OnModuleInit {
  readonly problems: TokenProblems;
  private readonly principals = new BatchLoader<SellerPrincipal>((tokens) => this.find(tokens));

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
    private readonly sources: CredentialSources,
    private readonly uses: SessionUses,
  ) {
    this.problems = new TokenProblems('identity.user_sessions', { em, keyring, clock });
  }

  onModuleInit(): void {
    this.sources.register('us', this);
  }

  async identify(token: string): Promise<SellerPrincipal | null> {
    const principal = await this.principals.read(token);
    if (!principal) return null;
    this.uses.record(principal.credentialId);
    return principal;
  }

  private async find(tokens: readonly string[]): Promise<ReadonlyMap<string, SellerPrincipal>> {
    const tokenOf = new Map<string, string>();
    for (const token of tokens) {
      for (const digest of this.keyring.digests('access-token', token)) tokenOf.set(digest.toString('hex'), token);
    }
    const digests = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const rows = await readSessions(this.em, { digests, now: this.clock.now() });
    return new Map(rows.map((row) => [tokenOf.get(row.digest.toString('hex'))!, principalOf(row)]));
  }
}

const principalOf = (row: Row): SellerPrincipal =>
  new SellerPrincipal({
    kind: 'user',
    id: row.user_id,
    tokenId: row.id,
    tokenExpiresAt: row.expires_at,
    authorizedAt: row.authenticated_at,
    scopes: SCOPES,
    memberships: row.memberships ?? [],
    providerOrganizationId: row.provider_organization_id,
    session: { authenticatedAt: row.authenticated_at, hasSecondFactor: row.has_second_factor },
  });
