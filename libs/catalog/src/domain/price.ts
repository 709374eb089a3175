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

/** A price of a product in one currency. Immutable: it is replaced by a new price, and existing purchases keep theirs. */
export class Price {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly position: number;
  readonly currency: string;
  readonly taxBehavior: TaxBehavior | null;
  readonly terms: PriceTerms;
  readonly createdAt: Date;
  archivedAt: Date | null;

  private constructor({ currency, taxBehavior, terms }: NewPrice, { organizationId, productId, position }: Place, now: Date) {
    this.id = newId('price');
    this.organizationId = organizationId;
    this.productId = productId;
    this.position = position;
    this.currency = currency;
    this.taxBehavior = taxBehavior;
    this.terms = priceTerms(terms, currency);
    this.createdAt = now;
    this.archivedAt = null;
  }

  static create(attributes: NewPrice, place: Place, now: Date): Price {
    return new Price(attributes, place, now);
  }

  archive(now: Date): void {
    this.archivedAt = now;
  }
}
