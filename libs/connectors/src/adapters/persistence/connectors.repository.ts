import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { addAll, changeOne, inTransaction, recordAction } from '#platform/persistence';
import { Connector } from '../../domain/connector.ts';
import { MOST_PRICES, TooManyPrices } from '../../domain/connector.errors.ts';
import { Connectors, type MappedPrice, type WhichConnector } from '../../domain/connectors.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';

const where = ({ id, organizations }: WhichConnector) => ({ id, organizationId: { $in: [...organizations] }, deletedAt: null });

@Injectable()
export class MikroOrmConnectors extends Connectors {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(connector: Connector): Promise<void> {
    return addAll(this.em, [connector]);
  }

  async find(id: string): Promise<Readonly<Connector> | undefined> {
    return (await this.em.fork().findOne(Connector, { id, deletedAt: null })) ?? undefined;
  }

  change<T>(which: WhichConnector, by: (connector: Connector) => Sync<T>): Promise<T> {
    return changeOne(this.em, Connector, where(which), by);
  }

  mapPrice(
    which: WhichConnector,
    { externalId, productId, meterId }: MappedPrice,
    by: (connector: Connector) => void,
  ): Promise<void> {
    const brings = { product_id: productId, meter_id: meterId ?? null };
    return this.changePrices(which, by, { external_id: externalId, ...brings }, async (transaction, connector) => {
      const prices = transaction.getKysely<ConnectorsTables>();
      await prices
        .insertInto('connectors.prices')
        .values({
          connector_id: connector.id,
          external_id: externalId,
          ...brings,
          created_at: connector.modifiedAt!,
        })
        .onConflict((conflict) => conflict.columns(['connector_id', 'external_id']).doUpdateSet(brings))
        .execute();
      const { number } = await prices
        .selectFrom('connectors.prices')
        .select(({ fn }) => fn.countAll<string>().as('number'))
        .where('connector_id', '=', connector.id)
        .executeTakeFirstOrThrow();
      if (Number(number) > MOST_PRICES) throw new TooManyPrices();
    });
  }

  unmapPrice(which: WhichConnector, externalId: string, by: (connector: Connector) => void): Promise<void> {
    return this.changePrices(
      which,
      by,
      { external_id: externalId, product_id: null, meter_id: null },
      async (transaction, connector) => {
        const { numDeletedRows } = await transaction
          .getKysely<ConnectorsTables>()
          .deleteFrom('connectors.prices')
          .where('connector_id', '=', connector.id)
          .where('external_id', '=', externalId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw new ResourceNotFound();
      },
    );
  }

  async productsOf(connectorId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    if (externalIds.length === 0) return new Map();
    const rows = await this.em
      .getKysely<ConnectorsTables>()
      .selectFrom('connectors.prices')
      .select(['external_id', 'product_id'])
      .where('connector_id', '=', connectorId)
      .where('external_id', 'in', [...new Set(externalIds)])
      .execute();
    return new Map(rows.map(({ external_id, product_id }) => [external_id, product_id]));
  }

  private changePrices(
    which: WhichConnector,
    by: (connector: Connector) => void,
    price: { readonly external_id: string; readonly product_id: string | null; readonly meter_id: string | null },
    write: (transaction: EntityManager, connector: Connector) => Promise<void>,
  ): Promise<void> {
    return inTransaction(this.em, 'prices of a connector', async (transaction) => {
      const connector = await transaction.findOne(Connector, where(which), { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!connector) throw new ResourceNotFound();
      by(connector);
      await write(transaction, connector);
      await transaction.flush();
      const { id, organizationId } = connector;
      await recordAction(transaction, { type: 'connector', id, organizationId, customerId: null }, price);
      await recordEvents(transaction, connector.pullEvents());
    });
  }
}
