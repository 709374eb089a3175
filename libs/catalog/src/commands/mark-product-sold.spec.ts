import { ResourceNotFound, type Sync } from '#kernel';
import { aProduct, InMemoryProducts } from '#catalog/testing';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { FindProducts, MarkProductSold, type ProductSnapshot } from '../contract/index.ts';
import type { Product } from '../domain/product.ts';
import type { WhichProduct } from '../domain/products.ts';
import { MarkProductSoldHandler } from './mark-product-sold.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** Counts how often a product is locked. */
class CountedProducts extends InMemoryProducts {
  changes = 0;

  override change<T>(which: WhichProduct, by: (product: Product) => Sync<T>): Promise<T> {
    this.changes += 1;
    return super.change(which, by);
  }
}

async function opened(product: Product) {
  const products = new CountedProducts();
  await products.add(product);
  const { id, organizationId } = product;
  const found = (): ReadonlyMap<string, ProductSnapshot> =>
    new Map([[id, { id, organizationId, wasSold: product.snapshot.firstSoldAt !== null } as ProductSnapshot]]);
  const handler = new MarkProductSoldHandler(products, answeringQueries([[FindProducts, found]]), { now: () => NOW });
  return { products, sell: (organization: string) => handler.execute(new MarkProductSold(organization, id)) };
}

test('only the first sale locks the product', async () => {
  const product = aProduct().build();
  const { products, sell } = await opened(product);
  await sell(product.organizationId);
  await sell(product.organizationId);
  expect([product.snapshot.firstSoldAt, products.changes]).toEqual([NOW, 1]);
});

test('a product of another organization is not sold, whether it was sold before or not', async () => {
  for (const product of [aProduct().build(), aProduct().alreadySold().build()]) {
    const { sell } = await opened(product);
    await expect(sell('0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f')).rejects.toThrow(ResourceNotFound);
  }
});
