import { AggregateRoot, ValidationFailed, newId, type FieldError } from '#kernel';
import type { Metadata } from './metadata.ts';
import { type NewPeriods, Periods, problemsOfPeriods } from './periods.ts';
import { type NewPrice, Price } from './price.ts';
import { type ListedPrice, listed, problemsOfListed, problemsOfMetered } from './price-list.ts';
import { ProductNotDeletable } from './product.errors.ts';
import { ProductCreated, ProductUpdated } from './product.events.ts';
import { type Details, distinct, problemsOfDetails } from './product-details.ts';
import { type AttachedCustomField, type KnownBenefit, benefitErrors, type ProductReferences } from './product-references.ts';
import type { Visibility } from './visibility.ts';

export type NewProduct = Details & {
  readonly organizationId: string;
  readonly periods: NewPeriods;
  readonly prices: readonly NewPrice[];
};

/** What is undefined stays as it is. Prices that are not listed are archived. */
export type ProductChanges = Partial<Details> & {
  readonly isArchived?: boolean;
  readonly periods?: NewPeriods;
  readonly prices?: readonly ListedPrice[];
};

/** Something that a seller sells, once or by subscription: what it costs, and which benefits it comes with. */
export class Product extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  readonly metadata: Metadata;
  readonly periods: Periods;
  /** Those that are not archived, the first one first. */
  readonly prices: readonly Price[];
  /** In the seller's order. Some may be deleted by now: those are nobody's. */
  readonly benefitIds: readonly string[];
  readonly mediaIds: readonly string[];
  readonly customFields: readonly AttachedCustomField[];
  readonly firstSoldAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  readonly deletedAt: Date | null;

  constructor(birth: NewProduct, at: Date) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.name = birth.name;
    this.description = birth.description;
    this.visibility = birth.visibility;
    this.isArchived = false;
    this.metadata = birth.metadata;
    this.periods = new Periods(birth.periods);
    this.prices = listed(birth.prices, [], this.placed(at));
    this.benefitIds = [];
    this.mediaIds = distinct(birth.mediaIds);
    this.customFields = birth.customFields;
    this.firstSoldAt = null;
    this.createdAt = at;
    this.modifiedAt = null;
    this.deletedAt = null;
  }

  static create(birth: NewProduct, surroundings: ProductReferences, at: Date): Product {
    assertValid([
      ...problemsOfDetails(birth, surroundings),
      ...problemsOfPeriods(birth.periods, surroundings.rules),
      ...problemsOfListed(birth.prices, [], surroundings.rules),
      ...problemsOfMetered(birth.prices, new Periods(birth.periods).recurringInterval !== null),
    ]);
    const product = new Product(birth, at);
    product.record(new ProductCreated(product.organizationId, product.id, at, { is_recurring: product.isRecurring }));
    return product;
  }

  get isRecurring(): boolean {
    return this.periods.recurringInterval !== null;
  }

  get isDeletable(): boolean {
    return this.firstSoldAt === null;
  }

  /** What lists sort by: the kind of the price that was made first. Those that depend on seats have no place. */
  get priceRank(): number | null {
    return { custom: 1, fixed: 2, seat_based: null, metered_unit: null }[this.prices[0]!.terms.amountType];
  }

  /** … and its amount, whatever the currency. */
  get priceAmount(): number | null {
    const { terms } = this.prices[0]!;
    return terms.amountType === 'fixed' ? terms.priceAmount : terms.amountType === 'custom' ? terms.minimumAmount : null;
  }

  update({ periods = {}, prices: given, ...changes }: ProductChanges, surroundings: ProductReferences, at: Date): void {
    const next = this.periods.changed(periods);
    assertValid([
      ...problemsOfDetails(changes, surroundings),
      ...this.periods.problemsOfChange(periods),
      ...problemsOfPeriods(next, { ...surroundings.rules, meterCycling: true }),
      ...(given ? problemsOfListed(given, this.prices, surroundings.rules) : []),
      ...(given ? problemsOfMetered(given, this.isRecurring) : []),
    ]);
    const prices = given ? listed(given, this.prices, this.placed(at)) : this.prices;
    for (const price of this.prices) if (!prices.includes(price)) price.archive(at);
    const mediaIds = changes.mediaIds && distinct(changes.mediaIds);
    this.become({ ...changes, mediaIds, periods: next, prices }, at);
  }

  /** The benefits, in this order, instead of those before. */
  setBenefits(benefits: readonly string[], known: ReadonlyMap<string, KnownBenefit>, at: Date): void {
    assertValid(benefitErrors(benefits, this.benefitIds, known, this.organizationId));
    const benefitIds = distinct(benefits);
    const changed = [...benefitIds].sort().join() !== [...this.benefitIds].sort().join();
    this.become({ benefitIds }, at, changed);
  }

  /** Once somebody bought it, it stays: it can be archived, but not deleted. */
  markSold(at: Date): void {
    if (this.isDeletable) Object.assign(this, { boughtAt: at });
  }

  delete(at: Date): void {
    if (!this.isDeletable) throw new ProductNotDeletable();
    this.become({ deletedAt: at }, at);
  }

  private placed(at: Date): (price: NewPrice, position: number) => Price {
    const { organizationId, id: productId } = this;
    return (price, position) => new Price(price, { organizationId, productId, position }, at);
  }

  private become(changes: object, at: Date, benefitsChanged = false): void {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(given), { modifiedAt: at });
    const facts = { is_archived: this.isArchived, is_deleted: this.deletedAt !== null, benefits_changed: benefitsChanged };
    this.record(new ProductUpdated(this.organizationId, this.id, at, facts));
  }
}

function assertValid(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new ValidationFailed(problems);
}
