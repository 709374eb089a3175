import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type MaybeStreamed, StreamedList } from '#support/streamed-lists';
import type { ProductView } from '../views/product.view.ts';
import { facetsFor } from './product-facets.ts';
import { conditionsFor } from './product-filters.ts';
import { ProductLoader } from './product-loader.ts';
import { readPage } from './product-pages.ts';

const MAX_PRODUCTS = 1_000;
/** A product has its prices, benefits and images with it. */
const PAGE = 20;

/** The public products of an organization that are not archived, oldest first; at most 1,000, streamed if they are many. */
export class FindPublicProducts extends Query<MaybeStreamed<ProductView>> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@QueryHandler(FindPublicProducts)
export class FindPublicProductsHandler implements IQueryHandler<FindPublicProducts> {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductLoader,
  ) {}

  async execute({ organizationId }: FindPublicProducts): Promise<MaybeStreamed<ProductView>> {
    const ids = await this.ids(organizationId);
    return ids.length > PAGE ? new StreamedList(this.pages(ids)) : this.products.inOrder(ids);
  }

  private async ids(organizationId: string): Promise<readonly string[]> {
    const offered = { visibility: ['public' as const], is_archived: false };
    const request = {
      organizations: [organizationId],
      facets: facetsFor(offered),
      conditions: conditionsFor({}),
      sorting: ['created_at' as const],
      offset: 0,
      limit: MAX_PRODUCTS,
    };
    return (await readPage(this.em, request)).ids;
  }

  private async *pages(ids: readonly string[]): AsyncGenerator<readonly ProductView[], void> {
    for (let from = 0; from < ids.length; from += PAGE) yield await this.products.inOrder(ids.slice(from, from + PAGE));
  }
}
