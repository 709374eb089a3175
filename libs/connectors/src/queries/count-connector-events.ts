import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import type { EVENT_STATUSES } from './connector-event.view.ts';

interface EventCount {
  readonly connector_id: string;
  readonly status: (typeof EVENT_STATUSES)[number];
  readonly number: number;
}

/** How many events the connectors have of each status. */
export class CountConnectorEvents extends Query<readonly EventCount[]> {
  constructor(readonly connectorIds: readonly string[]) {
    super();
  }
}

@QueryHandler(CountConnectorEvents)
export class CountConnectorEventsHandler implements IQueryHandler<CountConnectorEvents> {
  constructor(private readonly em: EntityManager) {}

  async execute({ connectorIds }: CountConnectorEvents): Promise<readonly EventCount[]> {
    return readDb<ConnectorsTables>(this.em)
      .selectFrom('connectors.events')
      .select(['connector_id', 'status', sql<number>`count(*)::int`.as('number')])
      .where(anyOf('connector_id', connectorIds))
      .groupBy(['connector_id', 'status'])
      .orderBy('connector_id')
      .orderBy('status')
      .execute();
  }
}
