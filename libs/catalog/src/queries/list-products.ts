import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { conditionsFor, type ProductSearch } from './product-filters.ts';
import { type Criterion, type PageRequest, readPage } from './product-pages.ts';
import type { ProductView } from '../views/product.view.ts';
import { facetsFor, type ProductFacets } from './product-facets.ts';
import { ProductLoader } from './product-loader.ts';

export { PRODUCT_ORDERS } from './product-pages.ts';

type ProductFilter = ProductFacets & ProductSearch & { readonly organization_id?: readonly string[] };

export class ListProducts extends Query<Page<ProductView>> {
  constructor(
    readonly access: Access,
    readonly filter: ProductFilter,
    readonly sorting: readonly Criterion[],
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListProducts)
export class ListProductsHandler implements IQueryHandler<ListProducts> {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductLoader,
  ) {}

  async execute({ access, filter, sorting, paging }: ListProducts): Promise<Page<ProductView>> {
    const request: PageRequest = {
      organizations: access.narrow(filter.organization_id),
      facets: facetsFor(filter),
      conditions: conditionsFor(filter),
      sorting,
      offset: offsetOf(paging),
      limit: paging.limit,
    };
    const { ids, total } = await readPage(this.em, request);
    return toPage(await this.products.inOrder(ids), total, paging);
  }
}
