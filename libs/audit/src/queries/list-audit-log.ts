import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { Position } from '#platform/wire';
import type { AuditLogPageView } from './audit-entry.view.ts';
import { type AuditFilter, AuditPages } from './audit-pages.ts';

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

  execute({ access, filter: { organization_id, ...filter }, page }: ListAuditLog): Promise<AuditLogPageView> {
    return this.pages.page(access.narrow(organization_id), filter, page);
  }
}
