import { Query } from '@nestjs/cqrs';
import type { MaybeStreamed } from '#support/streamed-lists';

/** What entitles a customer to use meters, each once. */
export interface MeterEntitlements {
  /** The meters of the metered prices of its active subscriptions. */
  readonly paidMeterIds: readonly string[];
  /** The benefits granted to the customer and its members, of any type. */
  readonly benefitIds: readonly string[];
}

/** The meters that a customer pays for, and the benefits that may credit others, however many subscriptions and grants it has. */
export class FindMeterEntitlements extends Query<MeterEntitlements> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

/** A meter with a metered price of a subscription: consumed and credited units, and the amount due so far. */
interface PaidMeter {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** In minor units. */
  readonly amount: number;
}

/** A subscription that entitles its customer to the benefits. */
export interface ActiveSubscription {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly metadata: { readonly [key: string]: string | number | boolean };
  readonly status: 'active' | 'trialing';
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: 'day' | 'week' | 'month' | 'year';
  readonly current_period_start: Date;
  readonly current_period_end: Date;
  readonly trial_start: Date | null;
  readonly trial_end: Date | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: Date | null;
  readonly started_at: Date;
  readonly ends_at: Date | null;
  readonly product_id: string;
  readonly seats: number | null;
  readonly meters: PaidMeter[];
}

/** A benefit that is currently granted. */
export interface GrantedBenefit {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly granted_at: Date;
  readonly benefit_id: string;
  readonly properties: { readonly license_key_id?: string; readonly display_key?: string };
}

export interface Entitlements {
  readonly subscriptions: MaybeStreamed<ActiveSubscription>;
  readonly benefits: MaybeStreamed<GrantedBenefit>;
}

/** The active subscriptions and granted benefits of a customer and its members, oldest first; streamed if they are many. */
export class FindEntitlements extends Query<Entitlements> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

export interface FoundPurchase {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  /** What was bought. */
  readonly name: string;
  readonly status: string;
  /** The tag that the text is, if it has it. */
  readonly tag: string | null;
}

interface PurchaseSearch {
  readonly of: 'orders' | 'subscriptions';
  readonly organizations: readonly string[];
  readonly text: string;
  /** Purchases of these customers are found, too. They are looked for meanwhile. */
  readonly customers: Promise<{ readonly ids: readonly string[] }>;
  readonly limit: number;
}

/**
 * First purchases of which the ID in another system or the number of the invoice contains the text, in any case (begins with it, without
 * three letters or digits), then orders with the tag that the text is, then those of the customers, newest first.
 */
export class SearchPurchases extends Query<readonly FoundPurchase[]> {
  constructor(readonly search: PurchaseSearch) {
    super();
  }
}
