import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, PartFinder, readDb, type SearchedTable } from '#engine/persistence';
import { type FoundProduct, SearchProducts } from '../contract/products.ts';

const PRODUCTS: SearchedTable = {
  table: 'catalog.products',
  where: 'deleted_at is null',
  age: 'created_at',
  texts: { name: { value: 'lower(name)', where: 'true' } },
};

@QueryHandler(SearchProducts)
export class SearchProductsHandler implements IQueryHandler<SearchProducts> {
  private readonly products: PartFinder;

  constructor(private readonly em: EntityManager) {
    this.products = new PartFinder(em, PRODUCTS);
  }

  async execute({ organizations, text, most }: SearchProducts): Promise<readonly FoundProduct[]> {
    const { ids } = await this.products.find(organizations, text, most);
    if (ids.length === 0) return [];
    const { rows } = await sql<FoundProduct>`
      select id, organization_id, name from catalog.products
      where ${anyOf('organization_id', organizations)} and id = any(${ids}::uuid[])
      order by lower(name), id`.execute(readDb<object>(this.em));
    return rows;
  }
}
