import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import type { ConnectorEventWithPayloadView } from './connector-event.view.ts';
import { EVENT_COLUMNS } from './list-connector-events.ts';

export class GetConnectorEvent extends Query<ConnectorEventWithPayloadView> {
  constructor(
    readonly access: Access,
    readonly connectorId: string,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetConnectorEvent)
export class GetConnectorEventHandler implements IQueryHandler<GetConnectorEvent> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, connectorId, id }: GetConnectorEvent): Promise<ConnectorEventWithPayloadView> {
    const row = await readDb<ConnectorsTables>(this.em)
      .selectFrom('connectors.events')
      .select([...EVENT_COLUMNS, 'body as payload'])
      .where(anyOf('organization_id', access.visible))
      .where('connector_id', '=', connectorId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
