import type { Sync } from '#kernel';
import type { KnownBenefit } from './product-references.ts';
import type { Product } from './product.ts';

/** Which product: its id, if it belongs to one of the organizations. */
export interface WhichProduct {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The products that are not deleted. */
export abstract class Products {
  abstract add(product: Product): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichProduct, by: (product: Product) => Sync<T>): Promise<T>;

  /** Whose product it is, which never changes. Throws `ResourceNotFound` where there is none. */
  abstract organizationOf(which: WhichProduct): Promise<string>;
}

/** The things that products are made of, as far as they exist. */
export abstract class ProductReferenceLookup {
  /** Those with these ids, and those on the product; of the same organizations. */
  abstract benefits(ids: readonly string[], product: WhichProduct): Promise<ReadonlyMap<string, KnownBenefit>>;

  /** Which of these ids are uploaded product medias of the organization. */
  abstract medias(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>>;

  /** Which of these ids are custom fields of the organization. */
  abstract customFields(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>>;
}
