import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindAuditEntries, FindLastAuditEntries } from '../contract/find-audit-entries.ts';
import type { AuditEntryView } from '../contract/audit-entry.view.ts';
import { AuditPages } from './audit-pages.ts';

@QueryHandler(FindAuditEntries)
export class FindAuditEntriesHandler implements IQueryHandler<FindAuditEntries> {
  constructor(private readonly pages: AuditPages) {}

  execute({ organizationId, resourceId, after, limit }: FindAuditEntries): Promise<AuditEntryView[]> {
    return this.pages.read([organizationId], { resource_id: resourceId }, { after, limit });
  }
}

@QueryHandler(FindLastAuditEntries)
export class FindLastAuditEntriesHandler implements IQueryHandler<FindLastAuditEntries> {
  constructor(private readonly pages: AuditPages) {}

  async execute({ organizationId, resourceIds }: FindLastAuditEntries): Promise<ReadonlyMap<string, AuditEntryView>> {
    const entries = await this.pages.lastOf(organizationId, resourceIds);
    return new Map(entries.map((entry) => [entry.resource.id, entry]));
  }
}
