import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { WallClock } from '#kernel';
import { USER_ACCESS } from '#organizations/contract';
import {
  type CredentialSource,
  CredentialSources,
  type Membership,
  type Scope,
  SCOPES,
  SellerPrincipal,
  TokenProblems,
} from '#platform/auth';
import { Config } from '#platform/config';
import { BatchLoader, fixedRead } from '#engine/persistence';
import { Keyring, kindOfToken } from '#engine/secrets';
import { MCP_PATH } from '../../contract/index.ts';

interface Row {
  readonly id: string;
  readonly digest: Buffer;
  readonly user_id: string;
  readonly client_id: string;
  readonly scopes: string[];
  /** Null for all organizations of the user. */
  readonly organization_ids: string[] | null;
  readonly expires_at: Date;
  /** The provider of the session in which the user allowed the grant. */
  readonly provider_organization_id: string | null;
  /** When the user granted access. */
  readonly authorized_at: Date;
  readonly memberships: readonly Membership[] | null;
}

/** A blocked user has no access, so there is no row. */
const readTokens = fixedRead(
  (_db: Kysely<object>, { digests, now }: { digests: readonly Buffer[]; now: Date }) =>
    sql<Row>`
  select t.id, t.digest, t.user_id, t.client_id, t.scopes, t.organization_ids::text[] as organization_ids, t.expires_at,
    g.provider_organization_id, coalesce(g.authorized_at, g.created_at) as authorized_at, a.memberships
  from oauth.access_tokens t
  join oauth.grants g on g.id = t.grant_id
  join ${sql.table(USER_ACCESS)} a on a.user_id = t.user_id
  where t.digest = any(${digests}::bytea[]) and t.expires_at > ${now}
`,
);

/** Identifies the users for whom applications act, with one statement for all concurrent requests. */
@Injectable()
export class AccessTokenCredentials implements CredentialSource, OnModuleInit {
  readonly problems: TokenProblems;
  private readonly owners = new BatchLoader<SellerPrincipal>((tokens) => this.find(tokens));

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
    private readonly sources: CredentialSources,
    private readonly config: Config,
  ) {
    this.problems = new TokenProblems('oauth.access_tokens', { em, keyring, clock });
  }

  onModuleInit(): void {
    const metadata = `${this.config.baseUrl.replace(/\/$/, '')}/.well-known/oauth-protected-resource`;
    this.sources.register('at', this, metadata);
    this.sources.register('mt', this, `${metadata}${MCP_PATH}`);
  }

  async identify(token: string): Promise<SellerPrincipal | null> {
    return (await this.owners.read(token)) ?? null;
  }

  private async find(tokens: readonly string[]): Promise<ReadonlyMap<string, SellerPrincipal>> {
    const tokenOf = new Map(
      tokens.flatMap((token) =>
        this.keyring.digests('access-token', token).map((digest) => [digest.toString('hex'), token] as const),
      ),
    );
    const digests = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const rows = await readTokens(this.em, { digests, now: this.clock.now() });
    return new Map(
      rows.map((row) => {
        const token = tokenOf.get(row.digest.toString('hex'))!;
        return [token, principalOf(row, kindOfToken(token) === 'mt')];
      }),
    );
  }
}

const isScope = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope);

const principalOf = (row: Row, isForMcp: boolean): SellerPrincipal =>
  new SellerPrincipal({
    kind: 'user',
    id: row.user_id,
    tokenId: row.id,
    clientId: row.client_id,
    isForMcp,
    tokenExpiresAt: row.expires_at,
    authorizedAt: row.authorized_at,
    scopes: row.scopes.filter(isScope),
    isLimited: row.organization_ids !== null,
    memberships: (row.memberships ?? []).filter(({ organizationId }) => row.organization_ids?.includes(organizationId) ?? true),
    providerOrganizationId: row.provider_organization_id,
  });
