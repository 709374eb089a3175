import { Query } from '@nestjs/cqrs';
import type { Position } from '#platform/wire';
import type { AuditEntryView } from './audit-entry.view.ts';

/** At most `limit` entries about one resource after a position, newest first. */
export class FindAuditEntries extends Query<AuditEntryView[]> {
  constructor(
    readonly organizationId: string,
    readonly resourceId: string,
    readonly after: Position | null,
    readonly limit: number,
  ) {
    super();
  }
}
