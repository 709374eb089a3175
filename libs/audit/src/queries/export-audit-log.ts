import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { AuditEntryView } from './audit-entry.view.ts';
import { type AuditFilter, AuditPages, positionOf } from './audit-pages.ts';

const PAGE = 500;

/** All entries that the caller may see, oldest first, read in pages while they are taken. */
export class ExportAuditLog extends Query<AsyncGenerator<AuditEntryView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: AuditFilter & { readonly organization_id?: readonly string[] },
  ) {
    super();
  }
}

@QueryHandler(ExportAuditLog)
export class ExportAuditLogHandler implements IQueryHandler<ExportAuditLog> {
  constructor(private readonly pages: AuditPages) {}

  execute({ access, filter }: ExportAuditLog): Promise<AsyncGenerator<AuditEntryView, void>> {
    const { organization_id, ...others } = filter;
    return Promise.resolve(this.entries(access.narrow(organization_id), others));
  }

  private async *entries(organizations: readonly string[], filter: AuditFilter): AsyncGenerator<AuditEntryView, void> {
    for (let page = await this.after(null, organizations, filter); page.length > 0;) {
      yield* page;
      page = page.length < PAGE ? [] : await this.after(page.at(-1)!, organizations, filter);
    }
  }

  private after(last: AuditEntryView | null, organizations: readonly string[], filter: AuditFilter): Promise<AuditEntryView[]> {
    return this.pages.read(organizations, filter, { after: last && positionOf(last), limit: PAGE, isDescending: false });
  }
}
