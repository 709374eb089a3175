import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { conditionsFor, type ProductMarks } from './product-conditions.ts';
import { count, type Criterion, pageOfIds, type Wanted } from './product-pages.ts';
import type { ProductView } from './product.view.ts';
import { shelvesFor, type Standing } from './shelves.ts';
import { ShownProducts } from './shown-products.ts';

export { PRODUCT_ORDERS } from './product-pages.ts';

type ProductFilter = Standing & ProductMarks & { readonly organization_id?: readonly string[] };

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
    private readonly shown: ShownProducts,
  ) {}

  async execute({ access, filter, sorting, paging }: ListProducts): Promise<Page<ProductView>> {
    const { organization_id: chosen } = filter;
    const wanted: Wanted = {
      organizations: chosen ? access.visible.filter((id) => chosen.includes(id)) : access.visible,
      shelves: shelvesFor(filter),
      conditions: conditionsFor(filter),
      sorting,
      offset: offsetOf(paging),
      limit: paging.limit,
    };
    const db = this.em.getKysely<object>();
    const numbers = await count(db, wanted);
    const isThere = wanted.offset < numbers.total;
    const ids = isThere ? (await pageOfIds(wanted, numbers).execute(db)).rows.map(({ id }) => id) : [];
    const products = isThere ? await this.shown.read(ids) : new Map<string, ProductView>();
    return toPage(
      ids.flatMap((id) => products.get(id) ?? []),
      numbers.total,
      paging,
    );
  }
}
