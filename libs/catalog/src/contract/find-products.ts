import { Query } from '@nestjs/cqrs';
import type { PriceView } from './price.view.ts';
import type { ProductView } from './product.view.ts';

type Unit = 'day' | 'week' | 'month' | 'year';

/** Amounts are in minor units of the currency. */
export type PriceSnapshot = {
  readonly id: string;
  readonly currency: string;
} & (
  | { readonly amountType: 'fixed'; readonly priceAmount: number }
  | {
      readonly amountType: 'custom';
      readonly minimumAmount: number;
      readonly maximumAmount: number | null;
      readonly presetAmount: number | null;
    }
  | { readonly amountType: 'metered_unit'; readonly meterId: string }
  | { readonly amountType: 'seat_based'; readonly seatTiers: SeatTiersSnapshot }
);

/** `volume` takes all seats at the rate of the tier that holds their number, `graduated` each at its own. */
export interface SeatTiersSnapshot {
  readonly seatTierType: 'volume' | 'graduated';
  readonly tiers: readonly { readonly minSeats: number; readonly maxSeats: number | null; readonly pricePerSeat: number }[];
  readonly minimumSeats: number;
  readonly maximumSeats: number | null;
}

/** What a purchase has to know of a product. */
export interface ProductSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly visibility: 'draft' | 'private' | 'public';
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** Null for what is paid once. */
  readonly recurringInterval: Unit | null;
  readonly recurringIntervalCount: number | null;
  readonly trialInterval: Unit | null;
  readonly trialIntervalCount: number | null;
  readonly meterInterval: Unit | null;
  readonly meterIntervalCount: number | null;
  /** Those that are not archived, the first one first. */
  readonly prices: readonly PriceSnapshot[];
  /** In the seller's order, without those that are deleted. */
  readonly benefitIds: readonly string[];
}

/**
 * Products by id, of any organization, deleted ones included and marked, for whoever already holds their ids. An id that is
 * unknown is missing in the answer.
 */
export class FindProducts extends Query<ReadonlyMap<string, ProductSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The same as everyone sees them. */
export class FindProductViews extends Query<ReadonlyMap<string, ProductView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Prices by id as everyone sees them, archived ones included and marked: what somebody bought stays what it cost. */
export class FindPriceViews extends Query<ReadonlyMap<string, PriceView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
