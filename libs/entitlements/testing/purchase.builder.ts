import { newId } from '#kernel';
import type { Address } from '#support/addresses';
import type { Unit } from '../src/domain/interval.ts';
import type { Offer, SeatTiers } from '../src/domain/offer.ts';
import type { DueBenefit } from '../src/domain/entitlement.ts';
import { Order } from '../src/domain/order.ts';
import type { NewOrder, OrderLine } from '../src/domain/order-details.ts';
import { Subscription } from '../src/domain/subscription.ts';
import type { NewSubscription } from '../src/domain/subscription-state.ts';

export const NOW = new Date('2026-01-31T12:00:00.000Z');
export const HOME: Address = {
  line1: '1 Main St',
  line2: null,
  postalCode: '12207',
  city: 'Albany',
  state: 'US-NY',
  country: 'US',
};
const DAY_MS = 86_400_000;

export const daysAfterNow = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

type ReportedByBuilder = Omit<NewSubscription, 'offer' | 'seats'> & Pick<NewOrder, 'purchasedAt' | 'status'>;

/** `aPurchase().monthly().withTrialOf(14).costing(999).subscription()`; orders need no interval. */
export class PurchaseBuilder {
  private offer: Offer = {
    organizationId: newId(),
    productId: newId(),
    name: 'Pro',
    recurring: null,
    trial: null,
    meterCycle: null,
    prices: [{ id: newId(), currency: 'usd', amount: 0, seatTiers: null }],
  };

  private customerId: string = newId();
  private seats: number | null = null;
  private billingAddress: Address | null = null;
  private facts: Partial<ReportedByBuilder> = {};
  private lines: readonly OrderLine[] = [];

  of(organizationId: string): this {
    return this.offering({ organizationId });
  }

  by(customerId: string): this {
    this.customerId = customerId;
    return this;
  }

  ofProduct(productId: string): this {
    return this.offering({ productId });
  }

  monthly(count = 1): this {
    return this.offering({ recurring: { unit: 'month', count } });
  }

  yearly(): this {
    return this.offering({ recurring: { unit: 'year', count: 1 } });
  }

  metered(unit: Unit, count = 1): this {
    return this.offering({ meterCycle: { unit, count } });
  }

  withTrialOf(days: number): this {
    return this.offering({ trial: { unit: 'day', count: days } });
  }

  costing(amount: number, currency = 'usd'): this {
    return this.offering({ prices: [{ id: newId(), currency, amount, seatTiers: null }] });
  }

  andCosting(amount: number, currency = 'usd'): this {
    return this.offering({ prices: [...this.offer.prices, { id: newId(), currency, amount, seatTiers: null }] });
  }

  withoutPrice(): this {
    return this.offering({ prices: [] });
  }

  bySeats(tiers: SeatTiers['tiers'], seatTierType: SeatTiers['seatTierType'] = 'volume'): this {
    const seatTiers = { seatTierType, tiers, minimumSeats: tiers[0]!.minSeats, maximumSeats: tiers.at(-1)!.maxSeats };
    return this.offering({ prices: [{ id: newId(), currency: 'usd', amount: null, seatTiers }] });
  }

  billedAt(address: Address): this {
    this.billingAddress = address;
    return this;
  }

  for(seats: number): this {
    this.seats = seats;
    return this;
  }

  /** The product, to change a subscription to. */
  offered(): Offer {
    return this.offer;
  }

  /** What the seller reports beyond product, customer and seats. */
  reported(facts: Partial<ReportedByBuilder>): this {
    this.facts = { ...this.facts, ...facts };
    return this;
  }

  /** Orders another product too. */
  and(line: { readonly quantity: number; readonly amount?: number; readonly prices?: Offer['prices'] }): this {
    const offer = { ...this.offer, productId: newId(), prices: line.prices ?? this.offer.prices };
    this.lines = [...this.lines, { ...line, offer, path: ['items', this.lines.length + 1] }];
    return this;
  }

  /** As it is before it is stored: with its recorded events. */
  subscription(): Subscription {
    return Subscription.create(this.purchase, NOW);
  }

  /** As it is before it is stored: with its recorded events. */
  order(): Order {
    const { offer, price: { amount, currency, priceId } = {}, ...purchase } = this.purchase;
    const path = this.lines.length > 0 ? ['items', 0] : [];
    const lines = [{ offer, path, quantity: 1, priceId, ...(amount === undefined ? {} : { amount }) }, ...this.lines];
    return Order.create(
      { ...purchase, lines, ...(currency ? { currency } : {}) },
      { billingName: 'Ada', billingAddress: this.billingAddress },
      NOW,
    );
  }

  private get purchase() {
    const { customerId, offer, seats } = this;
    return { customerId, offer, seats, metadata: { plan: 'pro' }, ...this.facts };
  }

  private offering(some: Partial<Offer>): this {
    this.offer = { ...this.offer, ...some };
    return this;
  }
}

/** The state of an aggregate with what it says about itself. */
export const shown = <S extends object>(aggregate: {
  readonly snapshot: S;
  readonly entitles?: boolean;
  readonly isGranted?: boolean;
  readonly isOpen?: boolean;
}) => {
  const { snapshot, entitles, isGranted, isOpen } = aggregate;
  return { ...snapshot, entitles, isGranted, isOpen };
};

/** A benefit that a purchase brings once. */
export const due = (id: string, terms: Partial<DueBenefit> = {}): DueBenefit => ({
  id,
  quantity: 1,
  isPerPiece: false,
  bringsLicenseKey: false,
  replaces: [],
  renewsLicenseKeyId: null,
  terms: { type: 'custom', modified_at: null, properties: {} },
  ...terms,
});

export const aPurchase = (): PurchaseBuilder => new PurchaseBuilder();
