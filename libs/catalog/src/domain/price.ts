import { newId } from '#kernel';
import { type NewTerms, type PriceTerms, priceTerms } from './price-terms.ts';

export type TaxBehavior = 'location' | 'inclusive' | 'exclusive';

export interface NewPrice {
  readonly currency: string;
  /** Null is as the organization does by default. */
  readonly taxBehavior: TaxBehavior | null;
  readonly terms: NewTerms;
}

interface Place {
  readonly organizationId: string;
  readonly productId: string;
  /** Among the prices of the product, in the order in which they were made. */
  readonly position: number;
}

/** What a product costs, in one currency. It is never changed: another price takes its place, and those who bought keep theirs. */
export class Price {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly position: number;
  readonly currency: string;
  readonly taxBehavior: TaxBehavior | null;
  readonly terms: PriceTerms;
  readonly createdAt: Date;
  readonly archivedAt: Date | null;

  constructor({ currency, taxBehavior, terms }: NewPrice, { organizationId, productId, position }: Place, at: Date) {
    this.id = newId();
    this.organizationId = organizationId;
    this.productId = productId;
    this.position = position;
    this.currency = currency;
    this.taxBehavior = taxBehavior;
    this.terms = priceTerms(terms, currency);
    this.createdAt = at;
    this.archivedAt = null;
  }

  archive(at: Date): void {
    Object.assign(this, { archivedAt: at });
  }
}
