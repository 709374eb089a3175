import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { CommittedWrites, inTransaction } from '#engine/persistence';
import { AuditChain, type AuditedEntry, type ChainHead, type ChainLink, type LinkedEntry } from '../../domain/audit-chain.ts';
import { HEAD_COLUMNS, type HeadRow, insertLinks, type NextEntry, type Rows, TIME, toHead } from './link-insertion.ts';

/** An entry is linked so much later than it was written, so that the clock of a new primary may be behind that of the former one. */
const DELAY = sql.raw(`interval '5 seconds'`);

/** An entry `e` under the names and in the forms of the API. */
const ENTRY = sql<AuditedEntry>`json_build_object('id', e.id, 'created_at', to_char(e.created_at at time zone 'utc', ${TIME}),
  'organization_id', e.organization_id, 'actor', json_build_object('type', e.actor_type, 'id', e.actor_id, 'credential_id', e.credential_id),
  'address', e.address, 'request_id', e.request_id, 'event', e.cause, 'operation', e.operation, 'action', e.action,
  'resource', json_build_object('type', e.resource_type, 'id', e.resource_id), 'customer_id', e.customer_id, 'changes', e.changes)`;

/** Counted to milliseconds, as the times of entries are. */
const WRITTEN = sql<{ last: string }>`select (date_trunc('milliseconds', clock_timestamp()) - ${DELAY})::text as last`;

interface LinkRow {
  readonly position: string;
  readonly previous: string | null;
  readonly values_digest: string;
  readonly digest: string;
}

const toLink = ({ position, previous, values_digest: valuesDigest, digest }: LinkRow): ChainLink => ({
  position: Number(position),
  previous,
  valuesDigest,
  digest,
});

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const rowsOf =
  (db: Kysely<object>): Rows =>
  async (statement) =>
    (await statement.execute(db)).rows;

@Injectable()
export class SqlAuditChain extends AuditChain {
  private readonly written: CommittedWrites;

  constructor(private readonly em: EntityManager) {
    super();
    this.written = new CommittedWrites(em, { name: 'platform.audit_log', assigned: WRITTEN, first: '-infinity' });
  }

  /** The row lock keeps entries from being linked twice. */
  linkNext(atMost: number): Promise<boolean> {
    return inTransaction(this.em, 'AuditChain', async (transaction) => {
      const rows = rowsOf(transaction.getKysely<object>());
      const until = await this.written.to(rows);
      const [linked] = await rows(sql<{
        created_at: string;
        entry_id: string;
      }>`select created_at::text, entry_id from audit.chaining
        where created_at < ${until}::timestamptz for update skip locked`);
      if (!linked) return false;
      const next = await rows(sql<NextEntry>`
        select ${ENTRY} as entry, e.created_at::text as at from platform.audit_log e
        where created_at >= ${linked.created_at}::timestamptz and (created_at, id) > (${linked.created_at}::timestamptz, ${linked.entry_id}::uuid)
          and created_at <= ${until}::timestamptz order by created_at, id limit ${atMost}`);
      const last = next.length === atMost ? next.at(-1) : undefined;
      if (next.length > 0) await insertLinks(rows, next);
      await rows(
        sql`update audit.chaining set created_at = ${last?.at ?? until}::timestamptz, entry_id = ${last?.entry.id ?? LAST_ID}::uuid`,
      );
      return last !== undefined;
    });
  }

  async extent(): Promise<{ readonly since: Date; readonly until: Date }> {
    const [extent] = await this.rows(sql<{ since: string; until: string }>`
      select to_char(since at time zone 'utc', ${TIME}) as since, to_char(created_at at time zone 'utc', ${TIME}) as until from audit.chaining`);
    return { since: new Date(extent!.since), until: new Date(extent!.until) };
  }

  async heads(organizationId?: string): Promise<ChainHead[]> {
    const own = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}::uuid`;
    const heads = await this.rows(sql<HeadRow>`select ${HEAD_COLUMNS} from audit.heads where ${own} order by organization_id`);
    return heads.map(toHead);
  }

  async links(organizationId: string, from: Date, after: LinkedEntry | undefined, atMost: number): Promise<LinkedEntry[]> {
    const isNext = after ? sql`(l.created_at, l.entry_id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`;
    const found = await this.rows(sql<LinkRow & { created_at: string; entry_id: string; entry: AuditedEntry | null }>`
      select l.position::text, encode(l.previous, 'hex') as previous, encode(l.values_digest, 'hex') as values_digest,
        encode(l.digest, 'hex') as digest, l.created_at::text, l.entry_id, case when e.id is not null then ${ENTRY} end as entry
      from audit.links l left join platform.audit_log e
        on e.organization_id = l.organization_id and e.created_at = l.created_at and e.id = l.entry_id
      where l.organization_id = ${organizationId}::uuid and l.created_at >= ${from.toISOString()}::timestamptz and ${isNext}
      order by l.created_at, l.entry_id limit ${atMost}`);
    return found.map((row) => ({
      link: toLink(row),
      createdAt: row.created_at,
      id: row.entry_id,
      entry: row.entry ?? undefined,
    }));
  }

  async unlinked(organizationId: string, from: Date, to: Date, atMost: number): Promise<AuditedEntry[]> {
    const found = await this.rows(sql<{ entry: AuditedEntry }>`
      select ${ENTRY} as entry from platform.audit_log e where e.organization_id = ${organizationId}::uuid
        and e.created_at > ${from.toISOString()}::timestamptz and e.created_at <= ${to.toISOString()}::timestamptz
        and not exists (select from audit.links l
          where l.organization_id = e.organization_id and l.created_at = e.created_at and l.entry_id = e.id)
      order by e.created_at, e.id limit ${atMost}`);
    return found.map(({ entry }) => entry);
  }

  private rows<R>(statement: RawBuilder<R>): Promise<R[]> {
    return rowsOf(this.em.getKysely<object>())(statement);
  }
}
