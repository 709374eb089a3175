import { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindProvidedOrders, type ProvidedOrderHere } from '../contract/provided-purchases.ts';
import { FindProvidedSubscriptions, type FollowedSubscription } from '../contract/index.ts';

interface FoundRow {
  readonly organization_id: string;
  readonly external_source: string;
  readonly external_id: string;
}

type Name = readonly [organizationId: string, source: string, externalId: string];
const keyOf = (...name: Name): string => JSON.stringify(name);

/** Rows of purchases by their ids at payment providers. Concurrent look-ups share a statement. */
export class ByProvidedId<Row> {
  private readonly rows: BatchLoader<Row>;

  /** `columns` are of the table `p`. */
  constructor(
    private readonly em: EntityManager,
    private readonly table: 'orders' | 'subscriptions',
    private readonly columns: string,
  ) {
    this.rows = new BatchLoader((keys) => this.read(keys), 'turn');
  }

  async find(organizationId: string, source: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const names = new Map(externalIds.map((id) => [keyOf(organizationId, source, id), id]));
    const found = await this.rows.readAll([...names.keys()]);
    return new Map([...found].map(([key, row]) => [names.get(key)!, row]));
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const names = keys.map((key) => JSON.parse(key) as Name);
    const values = [0, 1, 2].map((column) => names.map((name) => name[column]));
    const text = `select p.organization_id, p.external_source, p.external_id, ${this.columns}
      from unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, external_source, external_id)
      join entitlements.${this.table} p on p.organization_id = w.organization_id and p.external_source = w.external_source
        and p.external_id = w.external_id`;
    const { rows } = await readDb<object>(this.em).executeQuery<Row & FoundRow>(CompiledQuery.raw(text, values));
    return new Map(rows.map((row) => [keyOf(row.organization_id, row.external_source, row.external_id), row]));
  }
}

@QueryHandler(FindProvidedOrders)
export class FindProvidedOrdersHandler implements IQueryHandler<FindProvidedOrders> {
  private readonly orders: ByProvidedId<ProvidedOrderHere>;

  constructor(em: EntityManager) {
    this.orders = new ByProvidedId(em, 'orders', 'p.id, p.customer_id as "customerId"');
  }

  async execute({ organizationId, source, externalIds }: FindProvidedOrders) {
    return this.orders.find(organizationId, source, externalIds);
  }
}

@QueryHandler(FindProvidedSubscriptions)
export class FindProvidedSubscriptionsHandler implements IQueryHandler<FindProvidedSubscriptions> {
  private readonly subscriptions: ByProvidedId<FollowedSubscription>;

  constructor(em: EntityManager) {
    const columns = `p.id, p.customer_id as "customerId", p.product_id as "productId", p.status = 'canceled' as "hasEnded",
      p.provider_customer as "customerRef"`;
    this.subscriptions = new ByProvidedId(em, 'subscriptions', columns);
  }

  async execute({ organizationId, source, externalIds }: FindProvidedSubscriptions) {
    return this.subscriptions.find(organizationId, source, externalIds);
  }
}
