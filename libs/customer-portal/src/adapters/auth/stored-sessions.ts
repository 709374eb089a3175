import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { WallClock, CustomerAccess, type MemberRole } from '#kernel';
import { type CredentialSource, CredentialSources, PortalPrincipal, TokenProblems } from '#platform/auth';
import { BatchLoader, fixedRead } from '#platform/persistence';
import { Keyring } from '#platform/secrets';

interface Row {
  readonly id: string;
  readonly digest: Buffer;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly member_id: string | null;
  readonly role: MemberRole | null;
}

const readSessions = fixedRead(
  (_db: Kysely<object>, { digests, now }: { digests: readonly Buffer[]; now: Date }) =>
    sql<Row>`
      select s.id, s.digest, s.organization_id, s.customer_id, s.member_id, m.role
      from customer_portal.sessions s
      join customer_portal.customers c on c.id = s.customer_id and c.deleted_at is null
      left join customer_portal.members m on m.id = s.member_id and m.deleted_at is null
      where s.digest = any(${digests}::bytea[])
        and s.expires_at > ${now}
        and (s.member_id is null or m.id is not null)
    `,
);

/**
 * Identifies the owners of session tokens, with one statement for all concurrent requests and without writing. Tokens of expired
 * sessions, and of deleted customers and members, are not accepted.
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
    return new Map(rows.map((row) => [tokenOf.get(row.digest.toString('hex'))!, principalOf(row)]));
  }
}

const principalOf = ({ id, organization_id, customer_id, member_id, role }: Row): PortalPrincipal =>
  new PortalPrincipal(id, new CustomerAccess(organization_id, customer_id, member_id && role ? { id: member_id, role } : null));
