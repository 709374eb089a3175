import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId } from '#engine/persistence';
import { CONNECTOR_COLUMNS, connectorsOf, toConnectorView } from './connector-rows.ts';
import type { ConnectorView } from './connector.view.ts';

/** The newest first. */
export class ListConnectors extends Query<Page<ConnectorView>> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListConnectors)
export class ListConnectorsHandler implements IQueryHandler<ListConnectors> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds, paging }: ListConnectors): Promise<Page<ConnectorView>> {
    const connectors = connectorsOf(this.em, access.narrow(organizationIds));
    const [rows, { total }] = await Promise.all([
      connectors
        .select(CONNECTOR_COLUMNS)
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      connectors.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toConnectorView), Number(total), paging);
  }
}
