import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import { connectorsOf } from './connector-rows.ts';
import type { ConnectorPriceView } from './connector.view.ts';

/** Lists the prices of a connector, by their ids at the provider. */
export class ListConnectorPrices extends Query<Page<ConnectorPriceView>> {
  constructor(
    readonly access: Access,
    readonly connectorId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListConnectorPrices)
export class ListConnectorPricesHandler implements IQueryHandler<ListConnectorPrices> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, connectorId, paging }: ListConnectorPrices): Promise<Page<ConnectorPriceView>> {
    const prices = readDb<ConnectorsTables>(this.em).selectFrom('connectors.prices').where('connector_id', '=', connectorId);
    const [connector, rows, { total }] = await Promise.all([
      connectorsOf(this.em, access.visible).select('id').where('id', '=', connectorId).executeTakeFirst(),
      prices
        .select(['external_id', 'product_id', 'meter_id', 'created_at'])
        .orderBy('external_id')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      prices.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    if (!connector) throw new ResourceNotFound();
    const views = rows.map((row) => ({ ...row, brings: bringsOf(row) }));
    return toPage(views, Number(total), paging);
  }
}

function bringsOf({ product_id, meter_id }: Omit<ConnectorPriceView, 'brings'>): ConnectorPriceView['brings'] {
  if (meter_id !== null) return 'meter';
  return product_id === null ? 'nothing' : 'product';
}
