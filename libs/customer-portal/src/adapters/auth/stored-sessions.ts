import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { WallClock, CustomerAccess, type MemberRole } from '#kernel';
import { TENANTS, USER_ACCESS } from '#organizations/contract';
import {
  type CredentialSource,
  CredentialSources,
  mayManage,
  maySee,
  type Membership,
  PortalPrincipal,
  type PortalViewer,
  TokenProblems,
} from '#platform/auth';
import { BatchLoader, fixedRead } from '#engine/persistence';
import { Keyring } from '#engine/secrets';

interface Row {
  readonly id: string;
  readonly digest: Buffer;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly member_id: string | null;
  readonly role: MemberRole | null;
  readonly viewer_type: PortalViewer['type'] | null;
  readonly viewer_id: string | null;
  readonly is_read_only: boolean;
  readonly is_in_sandbox: boolean;
  /** The memberships of a viewer who is a user and not blocked. */
  readonly memberships: readonly Membership[] | null;
}

const readSessions = fixedRead(
  (_db: Kysely<object>, { digests, now }: { digests: readonly Buffer[]; now: Date }) =>
    sql<Row>`
      select s.id, s.digest, s.organization_id, s.customer_id, s.member_id, m.role,
        s.viewer_type, s.viewer_id, s.is_read_only, a.memberships, o.is_sandbox as is_in_sandbox
      from customer_portal.sessions s
      join ${sql.raw(TENANTS)} o on o.organization_id = s.organization_id
      join customer_portal.customers c on c.id = s.customer_id and c.deleted_at is null
      left join customer_portal.members m on m.id = s.member_id and m.deleted_at is null
      left join ${sql.raw(USER_ACCESS)} a on s.viewer_type = 'user' and a.user_id = s.viewer_id
      where s.digest = any(${digests}::bytea[])
        and s.expires_at > ${now}
        and (s.member_id is null or m.id is not null)
        and s.generation = c.session_generation + coalesce(m.session_generation, 0)
    `,
);

/**
 * Identifies the owners of session tokens, with one statement for all concurrent requests and without writing. Tokens of expired
 * sessions, of those that were ended, and of deleted customers, members and sandboxes, are not accepted. A viewer may in each request what the
 * role allows at that time, and nothing without one.
 */
@Injectable()
export class StoredSessions implements CredentialSource, OnModuleInit {
  readonly problems: TokenProblems;
  private readonly principals = new BatchLoader<PortalPrincipal>((tokens) => this.find(tokens));

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
    private readonly sources: CredentialSources,
  ) {
    this.problems = new TokenProblems('customer_portal.sessions', { em, keyring, clock });
  }

  onModuleInit(): void {
    this.sources.register('cst', this);
    this.sources.register('mst', this);
  }

  async identify(token: string): Promise<PortalPrincipal | null> {
    return (await this.principals.read(token)) ?? null;
  }

  private async find(tokens: readonly string[]): Promise<ReadonlyMap<string, PortalPrincipal>> {
    const tokenOf = new Map<string, string>();
    for (const token of tokens) {
      for (const digest of this.keyring.digests('access-token', token)) tokenOf.set(digest.toString('hex'), token);
    }
    const digests = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const rows = await readSessions(this.em, { digests, now: this.clock.now() });
    return new Map(
      rows.flatMap((row) => {
        const principal = principalOf(row);
        return principal ? [[tokenOf.get(row.digest.toString('hex'))!, principal] as const] : [];
      }),
    );
  }
}

function principalOf(row: Row): PortalPrincipal | null {
  const { id, organization_id, customer_id, member_id, role } = row;
  const access = new CustomerAccess(organization_id, customer_id, member_id && role ? { id: member_id, role } : null);
  const viewer = viewerOf(row);
  return viewer === 'nobody' ? null : new PortalPrincipal(id, access, viewer, row.is_in_sandbox);
}

/** Null in a session of the customer itself; `nobody` if the viewer may not look at customers any more. */
function viewerOf({ organization_id, viewer_type: type, viewer_id: id, is_read_only, memberships }: Row) {
  if (type === null || id === null) return null;
  if (type === 'organization') return { type, id, isReadOnly: is_read_only, seesSales: true };
  const role = memberships?.find(({ organizationId }) => organizationId === organization_id)?.role;
  if (!role || !mayManage(role, 'customers')) return 'nobody';
  return {
    type,
    id,
    isReadOnly: is_read_only || !mayManage(role, 'acting for customers'),
    seesSales: maySee(role, 'sales'),
  };
}
