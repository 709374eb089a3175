import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { anyOf, inTransaction } from '#engine/persistence';
import type { Product } from '../../domain/product.ts';
import { Products, type WhichProduct } from '../../domain/products.ts';
import { storedPrices, productRows, type ProductTables } from './product.mapping.ts';

/** Loads the unarchived prices after locking the product; archived prices never change. */
@Injectable()
export class MikroOrmProducts extends Products {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(product: Product): Promise<void> {
    return inTransaction(this.em, 'new Product', (transaction) => {
      storedPrices.none(transaction).put(product.prices);
      return productRows.insert(transaction, [product]);
    });
  }

  change<T>({ id, organizations }: WhichProduct, by: (product: Product) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'Product', async (transaction) => {
      const where = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
      const live = { productId: id, archivedAt: null };
      let prices = storedPrices.none(transaction);
      const locked = await productRows.lock(transaction, where, {
        parts: async () => {
          prices = await storedPrices.find(transaction, live, { position: 'asc' });
          return { prices: prices.all };
        },
      });
      const [product] = locked.all;
      if (!product) throw new ResourceNotFound();
      const outcome = by(product);
      prices.put(product.snapshot.prices);
      await locked.save();
      return outcome as T;
    });
  }

  async organizationOf({ id, organizations }: WhichProduct): Promise<string> {
    const row = await this.em
      .getKysely<ProductTables>()
      .selectFrom('catalog.products')
      .select('organization_id')
      .where('id', '=', id)
      .where(anyOf('organization_id', organizations))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.organization_id;
  }
}
