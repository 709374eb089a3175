import { AggregateRoot, applyChanges, ValidationFailed, newId } from '#kernel';
import type { Metadata } from './metadata.ts';
import { type NewPeriods, Periods, errorsOfPeriods } from './periods.ts';
import { type NewPrice, Price } from './price.ts';
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

type Changeable = Pick<Product, keyof ProductChanges | 'benefitIds' | 'keptBenefits' | 'deletedAt'>;

/** What becomes of benefits that are removed from a product, for those who have bought it. */
export type ExistingCustomers = 'keep' | 'revoke';

/** A benefit that is no longer offered, but stays with those who bought the product before. Stored as JSON. */
export interface KeptBenefit {
  readonly benefitId: string;
  /** ISO 8601. */
  readonly removedAt: string;
}

const MAX_KEPT = 250;

/** Something that a seller sells, once or as a subscription, with its prices and benefits. */
export class Product extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  isArchived: boolean;
  metadata: Metadata;
  periods: Periods;
  /** The prices that are not archived, in order of creation. */
  prices: readonly Price[];
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

  private constructor(attributes: NewProduct, now: Date) {
    super();
    this.id = newId('product');
    this.organizationId = attributes.organizationId;
    this.name = attributes.name;
    this.description = attributes.description;
    this.visibility = attributes.visibility;
    this.isArchived = false;
    this.metadata = attributes.metadata;
    this.periods = new Periods(attributes.periods);
    this.prices = applyPriceList(attributes.prices, [], this.placesFrom(now));
    this.benefitIds = [];
    this.keptBenefits = [];
    this.mediaIds = distinct(attributes.mediaIds);
    this.customFields = attributes.customFields;
    this.renewalUrl = attributes.renewalUrl ?? null;
    this.upgradeUrl = attributes.upgradeUrl ?? null;
    this.firstSoldAt = null;
    this.createdAt = now;
    this.modifiedAt = null;
    this.deletedAt = null;
  }

  static create(attributes: NewProduct, references: ProductReferences, now: Date): Product {
    ValidationFailed.throwIfAny([
      ...errorsOfDetails(attributes, references),
      ...errorsOfPeriods(attributes.periods, references.rules),
      ...errorsOfListed(attributes.prices, [], references.rules),
      ...errorsOfMetered(attributes.prices, new Periods(attributes.periods).recurringInterval !== null),
    ]);
    const product = new Product(attributes, now);
    product.record(new ProductCreated(product.organizationId, product.id, now, { is_recurring: product.isRecurring }));
    return product;
  }

  get isRecurring(): boolean {
    return this.periods.recurringInterval !== null;
  }

  get isDeletable(): boolean {
    return this.firstSoldAt === null;
  }

  /** Sort key of lists: the type of the first price. Seat-based and metered prices have none. */
  get priceRank(): number | null {
    return { custom: 1, fixed: 2, seat_based: null, metered_unit: null }[this.prices[0]!.terms.amountType];
  }

  /** Second sort key of lists: the amount of the first price, in any currency. */
  get priceAmount(): number | null {
    const { terms } = this.prices[0]!;
    return terms.amountType === 'fixed' ? terms.priceAmount : terms.amountType === 'custom' ? terms.minimumAmount : null;
  }

  update({ periods = {}, prices: given, ...changes }: ProductChanges, references: ProductReferences, now: Date): void {
    const next = this.periods.changed(periods);
    ValidationFailed.throwIfAny([
      ...errorsOfDetails(changes, references),
      ...this.periods.errorsOfChange(periods),
      ...errorsOfPeriods(next, { ...references.rules, meterCycling: true }),
      ...(given ? errorsOfListed(given, this.prices, references.rules) : []),
      ...(given ? errorsOfMetered(given, this.isRecurring) : []),
    ]);
    const prices = given ? applyPriceList(given, this.prices, this.placesFrom(now)) : this.prices;
    for (const price of this.prices) if (!prices.includes(price)) price.archive(now);
    const mediaIds = changes.mediaIds && distinct(changes.mediaIds);
    this.apply({ ...changes, mediaIds, periods: next, prices }, now);
  }

  /** Replaces the benefits of the product, in this order. What was kept for existing customers before stays with them. */
  setBenefits(
    benefits: readonly string[],
    known: ReadonlyMap<string, BenefitReference>,
    now: Date,
    existingCustomers: ExistingCustomers = 'revoke',
  ): void {
    ValidationFailed.throwIfAny(benefitErrors(benefits, this.benefitIds, known, this.organizationId));
    const benefitIds = distinct(benefits);
    const removed = existingCustomers === 'keep' ? this.benefitIds.filter((id) => !benefitIds.includes(id)) : [];
    const keptBefore = this.keptBenefits.filter(({ benefitId }) => !benefitIds.includes(benefitId));
    const keptBenefits = [...keptBefore, ...removed.map((benefitId) => ({ benefitId, removedAt: now.toISOString() }))];
    if (keptBenefits.length > MAX_KEPT) {
      throw ValidationFailed.at(['benefits'], `At most ${MAX_KEPT} benefits are kept for existing customers.`, benefits);
    }
    const changed = [...benefitIds].sort().join() !== [...this.benefitIds].sort().join();
    this.apply({ benefitIds, keptBenefits }, now, changed);
  }

  /** Marks the product as bought. From then on it can be archived, but not deleted. */
  markSold(now: Date): void {
    this.firstSoldAt ??= now;
  }

  delete(now: Date): void {
    if (!this.isDeletable) throw new ProductNotDeletable();
    this.apply({ deletedAt: now }, now);
  }

  private placesFrom(now: Date): (price: NewPrice, position: number) => Price {
    const { organizationId, id: productId } = this;
    return (price, position) => Price.create(price, { organizationId, productId, position }, now);
  }

  private apply(changes: Partial<Changeable>, now: Date, benefitsChanged = false): void {
    if (applyChanges<Changeable>(this, changes).length === 0) return;
    this.modifiedAt = now;
    const facts = { is_archived: this.isArchived, is_deleted: this.deletedAt !== null, benefits_changed: benefitsChanged };
    this.record(new ProductUpdated(this.organizationId, this.id, now, facts));
  }
}
