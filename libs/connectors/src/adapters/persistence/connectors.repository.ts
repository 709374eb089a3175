import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CompiledQuery } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import {
  addRows,
  BatchLoader,
  BatchTable,
  changeOne,
  inTransaction,
  type LoadedRow,
  readDb,
  recordAction,
  type StoredProperties,
} from '#engine/persistence';
import type { Connector, ConnectorState } from '../../domain/connector.ts';
import { MOST_PRICES, TooManyPrices } from '../../domain/connector.errors.ts';
import { Connectors, type MappedPrice, type WhichConnector } from '../../domain/connectors.ts';
import { ConnectorMapping, connectorRows } from './connector.mapping.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { OF_ACCOUNT } from './provider-object-row.ts';

interface PriceRow {
  readonly connector_id: string;
  readonly external_id: string;
  readonly product_id: string | null;
}

const CONNECTORS = BatchTable.of(ConnectorMapping);

type ConnectorRow = LoadedRow<StoredProperties<typeof ConnectorMapping>>;

const BY_ID = `select ${CONNECTORS.selectList('c')} from connectors.connectors c where c.id = any($1::uuid[]) and c.deleted_at is null`;

const PRICES = `select p.connector_id, p.external_id, p.product_id from unnest($1::uuid[], $2::text[]) as w (connector_id, external_id)
  join connectors.prices p on p.connector_id = w.connector_id and p.external_id = w.external_id`;

const ACCOUNT = `select c.id from unnest($1::uuid[]) as w (connector) ${OF_ACCOUNT} order by c.id`;

const where = ({ id, organizations }: WhichConnector) => ({ id, organizationId: { $in: [...organizations] }, deletedAt: null });

@Injectable()
export class MikroOrmConnectors extends Connectors {
  private readonly byId = new BatchLoader((ids) => this.readAll(ids), 'turn');
  private readonly products = new BatchLoader((names) => this.readProducts(names), 'turn');

  constructor(private readonly em: EntityManager) {
    super();
  }

  add(connector: Connector): Promise<void> {
    return addRows(this.em, connectorRows, [connector]);
  }

  /** Every event needs its connector: those at the same time share a statement, and so do their prices. */
  find(id: string): Promise<Readonly<ConnectorState> | undefined> {
    return this.byId.read(id);
  }

  async ofAccount(id: string): Promise<readonly string[]> {
    const { rows } = await readDb<object>(this.em).executeQuery<{ readonly id: string }>(CompiledQuery.raw(ACCOUNT, [[id]]));
    return rows.map((row) => row.id);
  }

  change<T>(which: WhichConnector, by: (connector: Connector) => Sync<T>): Promise<T> {
    return changeOne(this.em, connectorRows, where(which), by);
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
          created_at: connector.snapshot.modifiedAt!,
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
    const names = new Map([...new Set(externalIds)].map((id) => [JSON.stringify([connectorId, id]), id]));
    const found = await this.products.readAll([...names.keys()]);
    return new Map([...found].map(([name, { productId }]) => [names.get(name)!, productId]));
  }

  private async readAll(ids: readonly string[]): Promise<ReadonlyMap<string, Readonly<ConnectorState>>> {
    const { rows } = await readDb<object>(this.em).executeQuery<ConnectorRow>(CompiledQuery.raw(BY_ID, [ids]));
    return new Map(rows.map((row) => [row.id, CONNECTORS.read(row)]));
  }

  private async readProducts(names: readonly string[]): Promise<ReadonlyMap<string, Pick<MappedPrice, 'productId'>>> {
    const wanted = names.map((name) => JSON.parse(name) as [connectorId: string, externalId: string]);
    const values = [0, 1].map((column) => wanted.map((each) => each[column]));
    const { rows } = await readDb<object>(this.em).executeQuery<PriceRow>(CompiledQuery.raw(PRICES, values));
    return new Map(
      rows.map(({ connector_id, external_id, product_id: productId }) => [
        JSON.stringify([connector_id, external_id]),
        { productId },
      ]),
    );
  }

  private changePrices(
    which: WhichConnector,
    by: (connector: Connector) => void,
    price: { readonly external_id: string; readonly product_id: string | null; readonly meter_id: string | null },
    write: (transaction: EntityManager, connector: Connector) => Promise<void>,
  ): Promise<void> {
    return inTransaction(this.em, 'prices of a connector', async (transaction) => {
      const locked = await connectorRows.lock(transaction, where(which));
      const [connector] = locked.all;
      if (!connector) throw new ResourceNotFound();
      by(connector);
      await write(transaction, connector);
      await locked.save();
      const { id, organizationId } = connector;
      await recordAction(transaction, { type: 'connector', id, organizationId, customerId: null }, price);
    });
  }
}
