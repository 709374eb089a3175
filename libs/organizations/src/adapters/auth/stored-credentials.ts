import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { WallClock } from '#kernel';
import {
  type CredentialSource,
  CredentialSources,
  type Membership,
  type Scope,
  SellerPrincipal,
  TokenProblems,
} from '#platform/auth';
import { BatchLoader, fixedRead } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LastUsedWriter } from './last-used-writer.ts';

interface Row {
  readonly id: string;
  readonly digest: Buffer;
  readonly scopes: Scope[];
  readonly expires_at: Date | null;
  readonly organization_id: string | null;
  readonly user_id: string | null;
  readonly provider_organization_id: string | null;
  readonly authorized_at: Date;
  /** Null for a user who belongs to no organization. */
  readonly memberships: readonly Membership[] | null;
}

const readTokens = fixedRead(
  (_db: Kysely<object>, { digests, now }: { digests: readonly Buffer[]; now: Date }) =>
    sql<Row>`
  select t.id, t.digest, t.scopes, t.expires_at, t.organization_id, t.user_id, t.provider_organization_id,
    coalesce(t.authorized_at, t.created_at) as authorized_at, m.memberships
  from organizations.access_tokens t
  left join organizations.users u on u.id = t.user_id
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'organizationId', o.id, 'role', belongs.role, 'blocked', not (o.capabilities ->> 'api_access')::boolean,
      'ssoEnforced', o.sso_enforced, 'credentialsEndedAt', belongs.credentials_ended_at,
      'isSandbox', o.sandbox_of is not null
    )) as memberships
    from (
      select t.organization_id as id, 'owner' as role, null::timestamptz as credentials_ended_at
      union all
      select organization_id, role, credentials_ended_at from organizations.memberships where user_id = t.user_id
    ) belongs
    join organizations.organizations o on o.id = belongs.id
  ) m
  where t.digest = any(${digests}::bytea[])
    and (t.expires_at is null or t.expires_at > ${now})
    and u.blocked_at is null
`,
);

interface TokenOwner {
  readonly tokenId: string;
  /** The digest with the newest secret key, if the token was found by an older one. */
  readonly newDigest: Buffer | null;
  readonly principal: SellerPrincipal;
}

/**
 * Identifies the owners of organization and personal access tokens, with one statement for all concurrent requests.
 * Expired tokens and tokens of blocked users are not accepted. Members of an organization without access to the API may only read.
 */
@Injectable()
export class StoredCredentials implements CredentialSource, OnModuleInit {
  readonly problems: TokenProblems;
  private readonly owners = new BatchLoader<TokenOwner>((tokens) => this.find(tokens));

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
    private readonly sources: CredentialSources,
    private readonly uses: LastUsedWriter,
  ) {
    this.problems = new TokenProblems('organizations.access_tokens', { em, keyring, clock });
  }

  onModuleInit(): void {
    this.sources.register('oat', this);
    this.sources.register('pat', this);
  }

  async identify(token: string): Promise<SellerPrincipal | null> {
    const owner = await this.owners.read(token);
    if (!owner) return null;
    this.uses.record(owner.tokenId, owner.newDigest);
    return owner.principal;
  }

  private async find(tokens: readonly string[]): Promise<ReadonlyMap<string, TokenOwner>> {
    const tokenOf = new Map<string, string>();
    const newestOf = new Map<string, Buffer>();
    for (const token of tokens) {
      const [newest, ...older] = this.keyring.digests('access-token', token) as [Buffer, ...Buffer[]];
      for (const digest of [newest, ...older]) tokenOf.set(digest.toString('hex'), token);
      for (const digest of older) newestOf.set(digest.toString('hex'), newest);
    }
    const digests = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const rows = await readTokens(this.em, { digests, now: this.clock.now() });
    return new Map(
      rows.map((row) => {
        const hex = row.digest.toString('hex');
        return [tokenOf.get(hex)!, ownerOf(row, newestOf.get(hex) ?? null)];
      }),
    );
  }
}

function ownerOf(
  { id, scopes, expires_at, organization_id, user_id, memberships, ...row }: Row,
  newDigest: Buffer | null,
): TokenOwner {
  const identity = {
    tokenId: id,
    tokenExpiresAt: expires_at,
    authorizedAt: row.authorized_at,
    scopes,
    memberships: memberships ?? [],
  };
  const principal = organization_id
    ? new SellerPrincipal({ ...identity, kind: 'organization', id: organization_id })
    : new SellerPrincipal({ ...identity, kind: 'user', id: user_id!, providerOrganizationId: row.provider_organization_id });
  return { tokenId: id, newDigest, principal };
}
