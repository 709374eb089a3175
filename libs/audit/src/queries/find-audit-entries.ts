import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindAuditEntries } from '../contract/find-audit-entries.ts';
import type { AuditEntryView } from '../contract/audit-entry.view.ts';
import { AuditPages } from './audit-pages.ts';

@QueryHandler(FindAuditEntries)
export class FindAuditEntriesHandler implements IQueryHandler<FindAuditEntries> {
  constructor(private readonly pages: AuditPages) {}

  execute({ organizationId, resourceId, after, limit }: FindAuditEntries): Promise<AuditEntryView[]> {
    return this.pages.read([organizationId], { resource_id: resourceId }, { after, limit });
  }
}
