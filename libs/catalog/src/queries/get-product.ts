import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { ProductTables } from '../adapters/persistence/product.mapping.ts';
import type { ProductView } from '../views/product.view.ts';
import { ProductLoader } from './product-loader.ts';

export class GetProduct extends Query<ProductView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetProduct)
export class GetProductHandler implements IQueryHandler<GetProduct> {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductLoader,
  ) {}

  async execute({ access, id }: GetProduct): Promise<ProductView> {
    const visible = await readDb<ProductTables>(this.em)
      .selectFrom('catalog.products')
      .select('id')
      .where('id', '=', id)
      .where(anyOf('organization_id', access.visible))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const product = visible && (await this.products.read([id])).get(id);
    if (!product) throw new ResourceNotFound();
    return product;
  }
}
