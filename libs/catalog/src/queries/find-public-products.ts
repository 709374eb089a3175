import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { FindPublicProducts, type ProductView } from '../contract/index.ts';
import { ListProducts } from './list-products.ts';

const MAX_PRODUCTS = { page: 1, limit: 1000 };

@QueryHandler(FindPublicProducts)
export class FindPublicProductsHandler implements IQueryHandler<FindPublicProducts> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ organizationId }: FindPublicProducts): Promise<ProductView[]> {
    const access = new Access([organizationId], [], 'products');
    const offered = { visibility: ['public' as const], is_archived: false };
    return (await this.queries.execute(new ListProducts(access, offered, ['created_at'], MAX_PRODUCTS))).items;
  }
}
