import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId, readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import { connectorsOf } from './connector-rows.ts';
import type { ConnectorEventView, EVENT_STATUSES } from './connector-event.view.ts';

export const EVENT_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'connector_id',
  'external_id',
  'type',
  'occurred_at',
  'is_test',
  'account',
  'status',
  'problem_code',
  'problem',
] as const;

interface EventFilter {
  readonly status?: (typeof EVENT_STATUSES)[number];
  readonly external_id?: string;
}

/** The newest first. */
export class ListConnectorEvents extends Query<Page<ConnectorEventView>> {
  constructor(
    readonly access: Access,
    readonly connectorId: string,
    readonly filter: EventFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListConnectorEvents)
export class ListConnectorEventsHandler implements IQueryHandler<ListConnectorEvents> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, connectorId, filter, paging }: ListConnectorEvents): Promise<Page<ConnectorEventView>> {
    let events = readDb<ConnectorsTables>(this.em).selectFrom('connectors.events').where('connector_id', '=', connectorId);
    if (filter.status) events = events.where('status', '=', sql.lit(filter.status));
    if (filter.external_id !== undefined) events = events.where('external_id', '=', filter.external_id);
    const [connector, rows, { total }] = await Promise.all([
      connectorsOf(this.em, access.visible).select('id').where('id', '=', connectorId).executeTakeFirst(),
      events
        .select(EVENT_COLUMNS)
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      events.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    if (!connector) throw new ResourceNotFound();
    return toPage(rows, Number(total), paging);
  }
}
