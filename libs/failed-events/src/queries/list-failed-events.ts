import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId } from '#engine/persistence';
import { failedEventsOf, toFailedEventView } from './failed-event-rows.ts';
import type { FailedEventView } from './failed-event.view.ts';

interface FailedEventFilter {
  readonly organization_id?: readonly string[];
  readonly status?: FailedEventView['status'];
}

/** Lists failed events; the one that failed last is first. */
export class ListFailedEvents extends Query<Page<FailedEventView>> {
  constructor(
    readonly access: Access,
    readonly filter: FailedEventFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListFailedEvents)
export class ListFailedEventsHandler implements IQueryHandler<ListFailedEvents> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter: { organization_id, status }, paging }: ListFailedEvents): Promise<Page<FailedEventView>> {
    let events = failedEventsOf(this.em, access.narrow(organization_id));
    if (status) events = events.where('status', status === 'failed' ? '=' : '<>', 'failed');
    const [rows, { total }] = await Promise.all([
      events
        .selectAll()
        .orderBy(orderByWithId(['-failed_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      events.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toFailedEventView), Number(total), paging);
  }
}
