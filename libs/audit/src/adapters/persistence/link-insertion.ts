import { type RawBuilder, sql } from 'kysely';
import { type AuditedEntry, type ChainHead, linkOf } from '../../domain/audit-chain.ts';

/** The form in which times are shown. */
export const TIME = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`);

export interface NextEntry {
  readonly entry: AuditedEntry;
  /** With its full precision. */
  readonly at: string;
}

export type Rows = <R>(statement: RawBuilder<R>) => Promise<R[]>;

/** Inserts the links of entries, which are in the order of their times, and the new ends of their chains. */
export async function insertLinks(rows: Rows, entries: readonly NextEntry[]): Promise<void> {
  const organizations = [...new Set(entries.map(({ entry }) => entry.organization_id))];
  const stored = await rows(sql<HeadRow>`
    select ${HEAD_COLUMNS} from audit.heads where organization_id = any(${organizations}::uuid[])`);
  const heads = new Map(stored.map(toHead).map((head) => [head.organizationId, head]));
  const links = entries.map(({ entry, at }) => {
    const organizationId = entry.organization_id;
    const link = linkOf(entry, heads.get(organizationId));
    heads.set(organizationId, { organizationId, createdAt: entry.created_at, ...link });
    return { organizationId, at, id: entry.id, ...link };
  });
  const ends = [...heads.values()];
  await rows(sql`
    insert into audit.links (organization_id, created_at, entry_id, position, previous, values_digest, digest)
    select organization_id, created_at, entry_id, position, decode(previous, 'hex'), decode(values_digest, 'hex'), decode(digest, 'hex')
    from unnest(${links.map(({ organizationId }) => organizationId)}::uuid[], ${links.map(({ at }) => at)}::timestamptz[],
      ${links.map(({ id }) => id)}::uuid[], ${links.map(({ position }) => position)}::bigint[],
      ${links.map(({ previous }) => previous)}::text[], ${links.map(({ valuesDigest }) => valuesDigest)}::text[],
      ${links.map(({ digest }) => digest)}::text[])
      as l (organization_id, created_at, entry_id, position, previous, values_digest, digest)`);
  await rows(sql`
    insert into audit.heads (organization_id, created_at, position, digest)
    select organization_id, created_at, position, decode(digest, 'hex')
    from unnest(${ends.map(({ organizationId }) => organizationId)}::uuid[], ${ends.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${ends.map(({ position }) => position)}::bigint[], ${ends.map(({ digest }) => digest)}::text[])
      as l (organization_id, created_at, position, digest)
    on conflict (organization_id) do update set created_at = excluded.created_at, position = excluded.position, digest = excluded.digest`);
}

export const HEAD_COLUMNS = sql`organization_id, to_char(created_at at time zone 'utc', ${TIME}) as created_at, position::text, encode(digest, 'hex') as digest`;

export interface HeadRow {
  readonly organization_id: string;
  readonly created_at: string;
  readonly position: string;
  readonly digest: string;
}

export const toHead = ({ organization_id: organizationId, created_at: createdAt, position, digest }: HeadRow): ChainHead => ({
  organizationId,
  createdAt,
  position: Number(position),
  digest,
});
