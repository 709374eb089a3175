import type { Item } from './provider-updates.ts';
import type { ProviderName } from './provider.ts';

/** The product of what was sold: null for what brings nothing, undefined if nobody has said what it brings. */
export type ProductOf = (item: Pick<Item, 'refs' | 'productId' | 'namedBy'>) => string | null | undefined;

/** The most specific id that is mapped counts, else the product that the seller names in metadata. */
export const productsBy =
  (mapped: ReadonlyMap<string, string | null>, provider: string): ProductOf =>
  ({ refs, productId, namedBy }) => {
    const ref = refs.find((each) => mapped.has(each));
    if (ref !== undefined) return mapped.get(ref);
    return (namedBy === 'seller' || provider === ('stripe' satisfies ProviderName) ? productId : null) ?? undefined;
  };

/** What is missing for items whose price nobody has mapped. */
export function unmappedProblem(items: readonly Pick<Item, 'refs'>[]): string {
  const names = [...new Set(items.map(({ refs }) => refs[0] ?? 'an item without a price'))];
  return `No product is mapped to ${names.join(', ')}. Map the price to a product, or to nothing.`;
}
