import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { anyOf, BatchLoader } from '#engine/persistence';
import {
  FindPriceViews,
  FindProductsInBrief,
  FindProductViews,
  type PriceView,
  type ProductInBrief,
  type ProductView,
} from '../views/index.ts';
import { metersOf, selectPrices, toPriceView } from './price-rows.ts';
import { ProductLoader } from './product-loader.ts';

@QueryHandler(FindProductViews)
export class FindProductViewsHandler implements IQueryHandler<FindProductViews> {
  constructor(private readonly products: ProductLoader) {}

  execute({ ids }: FindProductViews): Promise<ReadonlyMap<string, ProductView>> {
    return this.products.read(ids);
  }
}

/** One read at a time for all that are looked up meanwhile. */
@QueryHandler(FindProductsInBrief)
export class FindProductsInBriefHandler implements IQueryHandler<FindProductsInBrief> {
  private readonly views: BatchLoader<ProductInBrief>;

  constructor(products: ProductLoader) {
    this.views = new BatchLoader((ids) => products.readInBrief(ids), 'turn');
  }

  execute({ ids }: FindProductsInBrief): Promise<ReadonlyMap<string, ProductInBrief>> {
    return this.views.readAll(ids);
  }
}

/** All that are looked up at the same time are read together. */
@QueryHandler(FindPriceViews)
export class FindPriceViewsHandler implements IQueryHandler<FindPriceViews> {
  private readonly views = new BatchLoader<PriceView>((ids) => this.read(ids), 'microtask');

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  execute({ ids }: FindPriceViews): Promise<ReadonlyMap<string, PriceView>> {
    return this.views.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, PriceView>> {
    const prices = await selectPrices(this.em)
      .leftJoin('catalog.products as products', 'products.id', 'prices.product_id')
      .select('products.recurring_interval')
      .where(anyOf('prices.id', ids))
      .execute();
    const meters = await metersOf(this.queries, prices);
    return new Map(prices.map((price) => [price.id, toPriceView(price, price.recurring_interval, meters)]));
  }
}
