import type { Sync } from '#kernel';
import type { BenefitReference } from './product-references.ts';
import type { Product } from './product.ts';

/** Selects a product by id within the given organizations. */
export interface WhichProduct {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of products that are not deleted. */
export abstract class Products {
  abstract add(product: Product): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichProduct, by: (product: Product) => Sync<T>): Promise<T>;

  /** The organization of a product, which never changes. Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichProduct): Promise<string>;
}

/** Looks up what products refer to. */
export abstract class ProductReferenceLookup {
  /** The benefits with these ids and those of the product, within the given organizations. */
  abstract benefits(ids: readonly string[], product: WhichProduct): Promise<ReadonlyMap<string, BenefitReference>>;

  /** The ids that are uploaded product files of the organization. */
  abstract medias(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>>;

  /** The ids that are custom fields of the organization. */
  abstract customFields(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>>;
}
