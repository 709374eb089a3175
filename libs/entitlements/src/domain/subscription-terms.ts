import { applyChanges, ValidationFailed } from '#kernel';
import type { Interval, Unit } from './interval.ts';
import { boughtPrices, type Offer, type OfferedPrice, quote, type ReportedPrice, seatTiersOf, type Proration } from './offer.ts';
import type { OriginalTerms } from './original-terms.ts';
import { assertSeats, assertTotal, fitsSeats } from './purchase.ts';

/** What a subscription takes from its product. */
interface ProductTerms {
  productId: string;
  priceIds: readonly string[];
  currency: string;
  amount: number;
  seats: number | null;
  recurringInterval: Unit;
  recurringIntervalCount: number;
  meterInterval: Unit | null;
  meterIntervalCount: number | null;
}

export interface SubscriptionTermsState extends ProductTerms {
  /** When another product took the place of the first one; null before. */
  productChangedAt: Date | null;
  taxAmount: number;
  /** How many were bought; 1 of a product that is sold by seats. */
  quantity: number;
  /** Revision of the last applied decision about the number of seats. */
  seatsRevision: number;
  /** The proration of the last change of the number of seats that the seller asked for. */
  seatsProration: Proration;
}

/** What a payment provider charges. In minor units, without tax, if it is known. */
interface Charge {
  readonly quantity: number;
  readonly amount?: number;
  readonly currency?: string;
}

/** What the seat pool decided about the number of seats. */
export interface PooledSeats {
  readonly seats: number;
  readonly revision: number;
}

/** The product of a subscription, what it costs, and how often it is paid. */
export class SubscriptionTerms {
  constructor(private readonly state: SubscriptionTermsState) {}

  static of(
    offer: Offer,
    recurring: Interval,
    { seats, price, taxAmount }: { readonly seats: number | null; readonly price: ReportedPrice; readonly taxAmount: number },
  ): SubscriptionTermsState {
    const { quantity = 1 } = price;
    const initial = { productChangedAt: null, taxAmount, quantity, seatsRevision: 0, seatsProration: 'prorate' } as const;
    return { ...termsOf(offer, recurring, seats, price), ...initial };
  }

  /** As they are reported. */
  get original(): OriginalTerms {
    return {
      product_id: this.state.productId,
      price_ids: this.state.priceIds,
      amount: this.state.amount,
      tax_amount: this.state.taxAmount,
      currency: this.state.currency,
      seats: this.state.seats,
      quantity: this.state.quantity,
    };
  }

  get cycle(): Interval {
    return { unit: this.state.recurringInterval, count: this.state.recurringIntervalCount };
  }

  get meterCycle(): Interval | null {
    return this.state.meterInterval && { unit: this.state.meterInterval, count: this.state.meterIntervalCount! };
  }

  /** In the currency of the subscription if the product has prices in it. */
  priceOf({ prices }: Pick<Offer, 'prices'>): ReportedPrice {
    const { currency, quantity } = this.state;
    return prices.some((price) => price.currency === currency) ? { currency, quantity } : { quantity };
  }

  /** True if the subscription can go on with this product, and with this number of seats. */
  fits(offer: Offer, seats = this.state.seats): boolean {
    return fitsSeats(offer, seats, this.priceOf(offer));
  }

  /**
   * Takes over product, prices and intervals. The number of seats stays, and the currency if the product has prices in it. What the
   * tax is, nobody has said yet. Returns the names of the changed fields.
   */
  adopt(offer: Offer, now: Date): string[] {
    this.state.productChangedAt = now;
    this.state.taxAmount = 0;
    if (seatTiersOf(offer)) this.state.quantity = 1;
    return applyChanges<ProductTerms>(this.state, termsOf(offer, offer.recurring!, this.state.seats, this.priceOf(offer)));
  }

  /**
   * Applies a new number of seats and its price. If the product has no price in the currency of the subscription, the amount that was
   * reported changes in proportion.
   */
  takeSeats({ seats, revision }: PooledSeats, prices: readonly OfferedPrice[]): string[] {
    const price = this.priceOf({ prices });
    this.state.amount =
      price.currency === undefined
        ? Math.round((this.state.amount * seats) / this.state.seats!)
        : quote({ prices }, seats, price).amount;
    this.state.seats = seats;
    this.state.seatsRevision = revision;
    return ['seats', 'amount'];
  }

  /** Another quantity is bought, at these prices; if none is in the currency, the amount changes in proportion. Returns the changed fields. */
  takeQuantity(quantity: number, prices: readonly OfferedPrice[]): string[] {
    if (this.state.seats !== null) {
      throw ValidationFailed.at(['quantity'], 'A product that is sold by seats is bought with `seats`.', quantity);
    }
    if (quantity === this.state.quantity) return [];
    const { currency } = this.state;
    assertSeats({ prices }, null, { currency, quantity });
    const isPriced = prices.some((price) => price.currency === currency);
    const amount = isPriced
      ? quote({ prices }, null, { currency, quantity }).amount
      : Math.round((this.state.amount * quantity) / Math.max(this.state.quantity, 1));
    assertTotal(amount, this.state.taxAmount, 'quantity');
    this.state.amount = amount;
    this.state.quantity = quantity;
    return ['quantity', 'amount'];
  }

  /** Takes over what the payment provider charges. Seats cost what the product says. Returns the names of the changed fields. */
  charge({ quantity, amount, currency }: Charge): string[] {
    if (this.state.seats !== null) return [];
    return applyChanges<Charge>(this.state, { quantity, ...(amount === undefined ? {} : { amount, currency }) });
  }
}

function termsOf(offer: Offer, recurring: Interval, requestedSeats: number | null, price: ReportedPrice): ProductTerms {
  const { currency, amount, seats } = quote(offer, requestedSeats, price);
  return {
    productId: offer.productId,
    priceIds: boughtPrices(offer, price.priceId === undefined ? price.currency : currency).map(({ id }) => id),
    currency,
    amount,
    seats,
    recurringInterval: recurring.unit,
    recurringIntervalCount: recurring.count,
    meterInterval: offer.meterCycle?.unit ?? null,
    meterIntervalCount: offer.meterCycle?.count ?? null,
  };
}
