import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { cursorOf, type Position } from '#platform/wire';
import type { AuditLogPageView } from '../contract/audit-entry.view.ts';
import { type AuditFilter, AuditPages, positionOf } from './audit-pages.ts';

/** A page of the audit logs that the caller may see. */
export class ListAuditLog extends Query<AuditLogPageView> {
  constructor(
    readonly access: Access,
    readonly filter: AuditFilter & { readonly organization_id?: readonly string[] },
    readonly page: { readonly after: Position | null; readonly limit: number; readonly isDescending: boolean },
  ) {
    super();
  }
}

@QueryHandler(ListAuditLog)
export class ListAuditLogHandler implements IQueryHandler<ListAuditLog> {
  constructor(private readonly pages: AuditPages) {}

  /** One entry more than the page has shows that it is not the last one. */
  async execute({ access, filter, page }: ListAuditLog): Promise<AuditLogPageView> {
    const { organization_id, ...others } = filter;
    const found = await this.pages.read(access.narrow(organization_id), others, { ...page, limit: page.limit + 1 });
    const items = found.slice(0, page.limit);
    return { items, next_cursor: found.length > page.limit ? cursorOf(positionOf(items.at(-1)!)) : null };
  }
}
