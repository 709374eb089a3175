import { Query } from '@nestjs/cqrs';
import type { Position } from '#platform/wire';
import type { AuditEntryView } from './audit-entry.view.ts';

/** The last entry about each of these resources, by their ids. */
export class FindLastAuditEntries extends Query<ReadonlyMap<string, AuditEntryView>> {
  constructor(
    readonly organizationId: string,
    readonly resourceIds: readonly string[],
  ) {
    super();
  }
}

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
