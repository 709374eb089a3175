import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#platform/persistence';
import type { ProductTables } from '../adapters/persistence/product.mapping.ts';
import { FindPriceViews, FindProductViews, type PriceView, type ProductView } from '../contract/index.ts';
import { metersOf, priceRows, toPriceView } from './price-rows.ts';
import { ProductLoader } from './product-loader.ts';

@QueryHandler(FindProductViews)
export class FindProductViewsHandler implements IQueryHandler<FindProductViews> {
  constructor(private readonly products: ProductLoader) {}

  execute({ ids }: FindProductViews): Promise<ReadonlyMap<string, ProductView>> {
    return this.products.read(ids);
  }
}

@QueryHandler(FindPriceViews)
export class FindPriceViewsHandler implements IQueryHandler<FindPriceViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ ids }: FindPriceViews): Promise<ReadonlyMap<string, PriceView>> {
    const prices = await priceRows(this.em).where(anyOf('prices.id', ids)).execute();
    const products = await this.em
      .getKysely<ProductTables>()
      .selectFrom('catalog.products')
      .select(['id', 'recurring_interval'])
      .where(
        anyOf(
          'id',
          prices.map(({ product_id }) => product_id),
        ),
      )
      .execute();
    const meters = await metersOf(this.queries, prices);
    const intervals = new Map(products.map(({ id, recurring_interval }) => [id, recurring_interval]));
    return new Map(prices.map((price) => [price.id, toPriceView(price, intervals.get(price.product_id) ?? null, meters)]));
  }
}
