import type { NewPeriods } from '../src/domain/periods.ts';
import type { NewPrice } from '../src/domain/price.ts';
import type { NewTerms } from '../src/domain/price-terms.ts';
import type { ProductReferences } from '../src/domain/product-references.ts';
import { type NewProduct, Product } from '../src/domain/product.ts';
import type { Visibility } from '../src/domain/visibility.ts';
import { ORGANIZATION } from './benefit.builder.ts';

export const CREATED_AT = new Date('2026-01-01T00:00:00Z');

type Tier = readonly [min: number, max: number | null, price: number];

const price = (terms: NewTerms, currency = 'usd'): NewPrice => ({ currency, taxBehavior: null, terms });

export const fixed = (priceAmount: number, currency?: string) => price({ amountType: 'fixed', priceAmount }, currency);

export const custom = (
  { from, to = null, preset = null }: { from?: number; to?: number | null; preset?: number | null } = {},
  currency?: string,
) => price({ amountType: 'custom', minimumAmount: from, maximumAmount: to, presetAmount: preset }, currency);

/** `seats([1, 10, 500], [11, null, 400])`: up to ten seats at 5.00 each, more at 4.00 each. */
export const seats = (...tiers: Tier[]) => seatsIn('usd', ...tiers);

export const seatsIn = (currency: string, ...tiers: Tier[]) =>
  price(
    {
      amountType: 'seat_based',
      seatTiers: {
        seatTierType: 'volume',
        tiers: tiers.map(([minSeats, maxSeats, pricePerSeat]) => ({ minSeats, maxSeats, pricePerSeat })),
      },
    },
    currency,
  );

export const METER = 'c0ffee00-1111-4222-8333-444455556666';

/** An organization that has every selling feature. */
export const REFERENCES: ProductReferences = {
  rules: { defaultCurrency: 'usd', seatBasedPricing: true, meterCycling: true, meters: new Set([METER]) },
  medias: new Set(),
  customFields: new Set(),
};

/** `aProduct().every('month').costing(fixed(1000)).build()` */
export class ProductBuilder {
  private attributes: NewProduct = {
    organizationId: ORGANIZATION,
    name: 'Acme Pro',
    description: null,
    visibility: 'public',
    metadata: {},
    mediaIds: [],
    customFields: [],
    periods: {},
    prices: [fixed(1000)],
  };

  private references = REFERENCES;
  private offered: readonly string[] = [];
  private isSold = false;

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  named(name: string): this {
    return this.with({ name });
  }

  withVisibility(visibility: Visibility): this {
    return this.with({ visibility });
  }

  costing(...prices: NewPrice[]): this {
    return this.with({ prices });
  }

  /** Recurring. */
  every(recurringInterval: NewPeriods['recurringInterval'], recurringIntervalCount?: number): this {
    return this.withPeriods({ recurringInterval, recurringIntervalCount });
  }

  withPeriods(periods: NewPeriods): this {
    return this.with({ periods: { ...this.attributes.periods, ...periods } });
  }

  with(some: Partial<NewProduct>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }

  /** The references that exist, and the selling settings. */
  where(some: Partial<ProductReferences['rules']> & Partial<Omit<ProductReferences, 'rules'>>): this {
    const { medias = this.references.medias, customFields = this.references.customFields, ...rules } = some;
    this.references = { medias, customFields, rules: { ...this.references.rules, ...rules } };
    return this;
  }

  offering(...benefits: string[]): this {
    this.offered = benefits;
    return this;
  }

  alreadySold(): this {
    this.isSold = true;
    return this;
  }

  /** As it is before it is stored: with its recorded events. */
  newUnsaved(): Product {
    return Product.create(this.attributes, this.references, CREATED_AT);
  }

  /** As the repository loads it: without recorded events. */
  build(): Product {
    const product = this.newUnsaved();
    const existing = this.offered.map((id) => [id, { organizationId: product.organizationId, selectable: true }] as const);
    if (existing.length > 0) product.setBenefits(this.offered, new Map(existing), CREATED_AT);
    if (this.isSold) product.markSold(CREATED_AT);
    product.pullEvents();
    return product;
  }
}

export const aProduct = (): ProductBuilder => new ProductBuilder();
