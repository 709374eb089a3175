import { AggregateRoot, applyChanges, ValidationFailed, newId } from '#kernel';
import type { Metadata } from './metadata.ts';
import { type NewPeriods, type PeriodLengths, Periods, errorsOfPeriods } from './periods.ts';
import { type NewPrice, createPrice, type Price } from './price.ts';
import { type ListedPrice, applyPriceList, errorsOfListed, errorsOfMetered } from './price-list.ts';
import { ProductNotDeletable } from './product.errors.ts';
import { ProductCreated, ProductUpdated } from './product.events.ts';
import { type Details, distinct, errorsOfDetails } from './product-details.ts';
import { type AttachedCustomField, type BenefitReference, benefitErrors, type ProductReferences } from './product-references.ts';
import type { Visibility } from './visibility.ts';

export type NewProduct = Details & {
  readonly organizationId: string;
  readonly periods: NewPeriods;
  readonly prices: readonly NewPrice[];
};

/** `undefined` leaves a value unchanged. Prices that are not listed are archived. */
export type ProductChanges = Partial<Details> & {
  readonly isArchived?: boolean;
  readonly periods?: NewPeriods;
  readonly prices?: readonly ListedPrice[];
};

type Priced = Pick<ProductState, 'prices' | 'priceRank' | 'priceAmount'>;

type Changeable = Omit<ProductState, 'id' | 'organizationId' | 'firstSoldAt' | 'createdAt' | 'modifiedAt'>;

/** What becomes of benefits that are removed from a product, for those who have bought it. */
export type ExistingCustomers = 'keep' | 'revoke';

/** A benefit that is no longer offered, but stays with those who bought the product before. Stored as JSON. */
export interface KeptBenefit {
  readonly benefitId: string;
  /** ISO 8601. */
  readonly removedAt: string;
}

const MAX_KEPT = 250;

export interface ProductState extends PeriodLengths {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  isArchived: boolean;
  metadata: Metadata;
  /** The prices that were not archived when the product was loaded, in order of creation, and new ones. */
  prices: readonly Price[];
  /** Sort key of lists: the type of the first price. Seat-based and metered prices have none. */
  priceRank: number | null;
  /** Second sort key of lists: the amount of the first price, in any currency. */
  priceAmount: number | null;
  /** In the seller's order. Some may have been deleted; those are ignored. */
  benefitIds: readonly string[];
  keptBenefits: readonly KeptBenefit[];
  mediaIds: readonly string[];
  customFields: readonly AttachedCustomField[];
  renewalUrl: string | null;
  upgradeUrl: string | null;
  firstSoldAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
}

/** Something that a seller sells, once or as a subscription, with its prices and benefits. */
export class Product extends AggregateRoot<ProductState> {
  static create(attributes: NewProduct, references: ProductReferences, now: Date): Product {
    ValidationFailed.throwIfAny([
      ...errorsOfDetails(attributes, references),
      ...errorsOfPeriods(attributes.periods, references.rules),
      ...errorsOfListed(attributes.prices, [], references.rules),
      ...errorsOfMetered(attributes.prices, new Periods(attributes.periods).recurringInterval !== null),
    ]);
    const { periods, prices, ...details } = attributes;
    const id = newId('product');
    const product = new Product({
      ...details,
      ...new Periods(periods),
      id,
      isArchived: false,
      ...pricedAs(applyPriceList(prices, [], placesIn({ id, organizationId: details.organizationId }, now))),
      benefitIds: [],
      keptBenefits: [],
      mediaIds: distinct(details.mediaIds),
      renewalUrl: details.renewalUrl ?? null,
      upgradeUrl: details.upgradeUrl ?? null,
      firstSoldAt: null,
      createdAt: now,
      modifiedAt: null,
      deletedAt: null,
    });
    product.record(new ProductCreated(product.organizationId, product.id, now, { is_recurring: product.isRecurring }));
    return product;
  }

  get isRecurring(): boolean {
    return this.state.recurringInterval !== null;
  }

  /** The prices that are not archived, in order of creation. */
  get prices(): readonly Price[] {
    return this.state.prices.filter(({ archivedAt }) => archivedAt === null);
  }

  get isDeletable(): boolean {
    return this.state.firstSoldAt === null;
  }

  update({ periods = {}, prices: given, ...changes }: ProductChanges, references: ProductReferences, now: Date): void {
    const present = new Periods(this.state);
    const next = present.changed(periods);
    ValidationFailed.throwIfAny([
      ...errorsOfDetails(changes, references),
      ...present.errorsOfChange(periods),
      ...errorsOfPeriods(next, { ...references.rules, meterCycling: true }),
      ...(given ? errorsOfListed(given, this.prices, references.rules) : []),
      ...(given ? errorsOfMetered(given, this.isRecurring) : []),
    ]);
    const prices = given && applyPriceList(given, this.prices, placesIn(this.state, now));
    const mediaIds = changes.mediaIds && distinct(changes.mediaIds);
    this.apply({ ...changes, mediaIds, ...next, ...(prices && this.repriced(prices, now)) }, now);
  }

  /** Replaces the benefits of the product, in this order. What was kept for existing customers before stays with them. */
  setBenefits(
    benefits: readonly string[],
    known: ReadonlyMap<string, BenefitReference>,
    now: Date,
    existingCustomers: ExistingCustomers = 'revoke',
  ): void {
    ValidationFailed.throwIfAny(benefitErrors(benefits, this.state.benefitIds, known, this.state.organizationId));
    const benefitIds = distinct(benefits);
    const removed = existingCustomers === 'keep' ? this.state.benefitIds.filter((id) => !benefitIds.includes(id)) : [];
    const keptBefore = this.state.keptBenefits.filter(({ benefitId }) => !benefitIds.includes(benefitId));
    const keptBenefits = [...keptBefore, ...removed.map((benefitId) => ({ benefitId, removedAt: now.toISOString() }))];
    if (keptBenefits.length > MAX_KEPT) {
      throw ValidationFailed.at(['benefits'], `At most ${MAX_KEPT} benefits are kept for existing customers.`, benefits);
    }
    const changed = [...benefitIds].sort().join() !== [...this.state.benefitIds].sort().join();
    this.apply({ benefitIds, keptBenefits }, now, changed);
  }

  /** Marks the product as bought. From then on it can be archived, but not deleted. */
  markSold(now: Date): void {
    this.state.firstSoldAt ??= now;
  }

  delete(now: Date): void {
    if (!this.isDeletable) throw new ProductNotDeletable();
    this.apply({ deletedAt: now }, now);
  }

  private repriced(prices: readonly Price[], now: Date): Priced {
    const archived = this.prices.filter((price) => !prices.includes(price)).map((price) => ({ ...price, archivedAt: now }));
    return { ...pricedAs(prices), prices: [...archived, ...prices] };
  }

  private apply(changes: Partial<Changeable>, now: Date, benefitsChanged = false): void {
    if (applyChanges<Changeable>(this.state, changes).length === 0) return;
    this.state.modifiedAt = now;
    const facts = {
      is_archived: this.state.isArchived,
      is_deleted: this.state.deletedAt !== null,
      benefits_changed: benefitsChanged,
    };
    this.record(new ProductUpdated(this.state.organizationId, this.state.id, now, facts));
  }
}

const placesIn =
  ({ organizationId, id: productId }: Pick<ProductState, 'id' | 'organizationId'>, now: Date) =>
  (price: NewPrice, position: number): Price =>
    createPrice(price, { organizationId, productId, position }, now);

function pricedAs(prices: readonly Price[]): Priced {
  const { terms } = prices[0]!;
  return {
    prices,
    priceRank: { custom: 1, fixed: 2, seat_based: null, metered_unit: null }[terms.amountType],
    priceAmount: terms.amountType === 'fixed' ? terms.priceAmount : terms.amountType === 'custom' ? terms.minimumAmount : null,
  };
}
