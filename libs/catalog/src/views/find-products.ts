import { Query } from '@nestjs/cqrs';
import type { PriceView } from './price.view.ts';
import type { ProductView } from './product.view.ts';

/** Views of products by id; of any organization; otherwise like `FindProducts` of the contract. */
export class FindProductViews extends Query<ReadonlyMap<string, ProductView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The view of a product without what belongs to it. */
export type ProductInBrief = Omit<ProductView, 'prices' | 'benefits' | 'medias' | 'attached_custom_fields' | 'is_deletable'>;

/** Views of products without what belongs to them, by id; otherwise like `FindProducts`. */
export class FindProductsInBrief extends Query<ReadonlyMap<string, ProductInBrief>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Views of prices by id. Archived prices are included and marked: a purchase keeps its price. */
export class FindPriceViews extends Query<ReadonlyMap<string, PriceView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
