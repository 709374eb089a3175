import { newId } from '#kernel';
import { type NewTerms, type PriceTerms, priceTerms } from './price-terms.ts';

export type TaxBehavior = 'location' | 'inclusive' | 'exclusive';

export interface NewPrice {
  readonly currency: string;
  /** `null` applies the organization's default. */
  readonly taxBehavior: TaxBehavior | null;
  readonly terms: NewTerms;
}

interface Place {
  readonly organizationId: string;
  readonly productId: string;
  /** Position among the prices of the product, in order of creation. */
  readonly position: number;
}

/** A price of a product in one currency. It is replaced by a new price, and existing purchases keep theirs. */
export interface Price extends Place {
  readonly id: string;
  readonly currency: string;
  readonly taxBehavior: TaxBehavior | null;
  readonly terms: PriceTerms;
  readonly createdAt: Date;
  readonly archivedAt: Date | null;
}

export const createPrice = ({ currency, taxBehavior, terms }: NewPrice, place: Place, now: Date): Price => ({
  ...place,
  id: newId('price'),
  currency,
  taxBehavior,
  terms: priceTerms(terms, currency),
  createdAt: now,
  archivedAt: null,
});
