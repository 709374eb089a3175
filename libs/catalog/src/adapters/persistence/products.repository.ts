import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { anyOf, inTransaction, recordChanges, type Snapshots, snapshotsOf } from '#platform/persistence';
import { Price } from '../../domain/price.ts';
import { Product } from '../../domain/product.ts';
import { Products, type WhichProduct } from '../../domain/products.ts';
import type { ProductTables } from './product.mapping.ts';

/** Loads the unarchived prices after locking the product; archived prices never change. */
@Injectable()
export class MikroOrmProducts extends Products {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(product: Product): Promise<void> {
    return inTransaction(this.em, 'new Product', (transaction) =>
      this.write(transaction.persist(product), product, snapshotsOf([])),
    );
  }

  change<T>({ id, organizations }: WhichProduct, by: (product: Product) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'Product', async (transaction) => {
      const row = { id, organizationId: { $in: [...organizations] }, deletedAt: null };
      const product = await transaction.findOne(Product, row, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!product) throw new ResourceNotFound();
      const live = { productId: id, archivedAt: null };
      product.prices = await transaction.find(Price, live, { orderBy: { position: 'asc' } });
      const before = snapshotsOf([product]);
      const outcome = by(product);
      await this.write(transaction, product, before);
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

  /** New prices have to be persisted explicitly; archived ones are already managed by the entity manager. */
  private async write(transaction: EntityManager, product: Product, before: Snapshots): Promise<void> {
    transaction.persist([...product.prices]);
    await transaction.flush();
    await recordChanges(transaction, before, [product]);
    await recordEvents(transaction, product.pullEvents());
  }
}
