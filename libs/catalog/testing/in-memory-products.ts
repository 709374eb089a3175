import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Product } from '../src/domain/product.ts';
import { Products, type WhichProduct } from '../src/domain/products.ts';

export class InMemoryProducts extends Products {
  readonly events: DomainEvent[] = [];
  private readonly products = new Map<string, Product>();

  async add(product: Product): Promise<void> {
    this.products.set(product.id, product);
    this.events.push(...product.pullEvents());
  }

  async change<T>(which: WhichProduct, by: (product: Product) => Sync<T>): Promise<T> {
    const product = this.find(which);
    const outcome = by(product);
    this.events.push(...product.pullEvents());
    return outcome as T;
  }

  async organizationOf(which: WhichProduct): Promise<string> {
    return this.find(which).organizationId;
  }

  private find({ id, organizations }: WhichProduct): Product {
    const product = this.products.get(id);
    if (!product || product.snapshot.deletedAt || !organizations.includes(product.organizationId)) throw new ResourceNotFound();
    return product;
  }
}
