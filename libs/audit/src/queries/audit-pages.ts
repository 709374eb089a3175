import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { createdAt, eachOnCoordinator, firstRows, readDb } from '#engine/persistence';
import { cursorOf, type Position } from '#platform/wire';
import type { AuditTables } from '../adapters/persistence/audit-entry.mapping.ts';
import type { AuditEntryView, AuditLogPageView } from './audit-entry.view.ts';

export interface AuditFilter {
  readonly actor_id?: string;
  readonly operation?: string;
  readonly resource_type?: string;
  readonly resource_types?: readonly string[];
  readonly resource_id?: string;
  readonly customer_id?: string;
  readonly request_id?: string;
  readonly start_timestamp?: Date;
  readonly end_timestamp?: Date;
}

type Row = Selectable<AuditTables['platform.audit_log']>;

const EQUALITIES = ['actor_id', 'operation', 'resource_type', 'resource_id', 'customer_id', 'request_id'] as const;

function conditionsOf(filter: AuditFilter, after: Position | null, isDescending: boolean): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [sql`e.organization_id = o.organization_id`];
  for (const column of EQUALITIES) {
    if (filter[column] !== undefined) conditions.push(sql`${sql.ref(`e.${column}`)} = ${filter[column]}`);
  }
  if (filter.resource_types) conditions.push(sql`e.resource_type = any(${filter.resource_types}::text[])`);
  if (filter.start_timestamp) conditions.push(sql`e.created_at >= ${filter.start_timestamp}::timestamptz`);
  if (filter.end_timestamp) conditions.push(sql`e.created_at < ${filter.end_timestamp}::timestamptz`);
  if (after) {
    const beyond = isDescending ? sql`<` : sql`>`;
    conditions.push(sql`(e.created_at, e.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return sql.join(conditions, sql` and `);
}

/** Reads the audit log in pages. */
@Injectable()
export class AuditPages {
  constructor(private readonly em: EntityManager) {}

  /** At most `limit` entries after a position. Each organization is read in index order, no further than the page needs. */
  async read(
    organizations: readonly string[],
    filter: AuditFilter,
    page: { readonly after: Position | null; readonly limit: number; readonly isDescending?: boolean },
  ): Promise<AuditEntryView[]> {
    const { after, limit, isDescending = true } = page;
    const pages = await eachOnCoordinator(this.em, organizations, (each) => this.read([each], filter, page));
    if (pages) return firstRows(pages, { limit, isDescending, at: createdAt });
    const direction = sql.raw(isDescending ? 'desc' : 'asc');
    const order = sql`e.created_at ${direction}, e.id ${direction}`;
    const { rows } = await sql<Row>`select e.* from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
        select * from platform.audit_log e where ${conditionsOf(filter, after, isDescending)} order by ${order} limit ${limit}
      ) as e order by ${order} limit ${limit}`.execute(readDb<AuditTables>(this.em));
    return rows.map(toView);
  }

  /** The page after a position. One entry more than it has shows that it is not the last one. */
  async page(
    organizations: readonly string[],
    filter: AuditFilter,
    page: { readonly after: Position | null; readonly limit: number; readonly isDescending?: boolean },
  ): Promise<AuditLogPageView> {
    const found = await this.read(organizations, filter, { ...page, limit: page.limit + 1 });
    const items = found.slice(0, page.limit);
    return { items, next_cursor: found.length > page.limit ? cursorOf(positionOf(items.at(-1)!)) : null };
  }

  /** The last entry about each of these resources. */
  async lastOf(organizationId: string, resourceIds: readonly string[]): Promise<AuditEntryView[]> {
    if (resourceIds.length === 0) return [];
    const { rows } = await sql<Row>`select e.* from unnest(${resourceIds}::uuid[]) as r (id) cross join lateral (
        select * from platform.audit_log e where e.organization_id = ${organizationId}::uuid and e.resource_id = r.id
        order by e.created_at desc, e.id desc limit 1
      ) as e`.execute(readDb<AuditTables>(this.em));
    return rows.map(toView);
  }
}

export const positionOf = ({ created_at, id }: AuditEntryView): Position => ({ at: new Date(created_at), id });

const toView = (row: Row): AuditEntryView => ({
  id: row.id,
  created_at: row.created_at,
  organization_id: row.organization_id,
  actor: { type: row.actor_type as AuditEntryView['actor']['type'], id: row.actor_id, credential_id: row.credential_id },
  address: row.address,
  request_id: row.request_id,
  event: row.cause,
  operation: row.operation,
  action: row.action as AuditEntryView['action'],
  resource: { type: row.resource_type, id: row.resource_id },
  customer_id: row.customer_id,
  changes: row.changes as AuditEntryView['changes'],
});
