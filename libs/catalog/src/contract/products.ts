import { Query, Command } from '@nestjs/cqrs';

/**
 * Sent before a purchase is created: from then on the product cannot be deleted. Throws `ResourceNotFound` if the product is
 * already deleted or belongs to another organization.
 */
export class MarkProductSold extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly productId: string,
  ) {
    super();
  }
}

export interface FoundProduct {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

/** Products whose name contains a text, in any case, by name. Without three letters or digits it has to begin so. */
export class SearchProducts extends Query<readonly FoundProduct[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    /** At most so many; null for all of them. */
    readonly most: number | null,
  ) {
    super();
  }
}

/**
 * Ids of the products of an organization by the `slug` in their metadata, by slug. Several products may have the same one. Deleted
 * products are left out, archived ones included.
 */
export class FindProductsBySlug extends Query<ReadonlyMap<string, readonly string[]>> {
  constructor(
    readonly organizationId: string,
    readonly slugs: readonly string[],
  ) {
    super();
  }
}

/** The products of an organization that bring a benefit, the newest first. Deleted products are left out, archived ones included. */
export class FindProductsWithBenefit extends Query<readonly { readonly id: string; readonly name: string }[]> {
  constructor(
    readonly organizationId: string,
    readonly benefitId: string,
    /** At most so many. */
    readonly most: number,
  ) {
    super();
  }
}

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

/** `volume`: all seats cost the rate of the tier that their number falls into. `graduated`: each seat costs the rate of its own tier. */
interface SeatTiersSnapshot {
  readonly seatTierType: 'volume' | 'graduated';
  readonly tiers: readonly { readonly minSeats: number; readonly maxSeats: number | null; readonly pricePerSeat: number }[];
  readonly minimumSeats: number;
  readonly maximumSeats: number | null;
}

/** The data of a product that a purchase needs. */
export interface ProductSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly visibility: 'draft' | 'private' | 'public';
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** A product that was sold cannot be deleted. */
  readonly wasSold: boolean;
  /** Null for a one-time product. */
  readonly recurringInterval: Unit | null;
  readonly recurringIntervalCount: number | null;
  readonly trialInterval: Unit | null;
  readonly trialIntervalCount: number | null;
  readonly meterInterval: Unit | null;
  readonly meterIntervalCount: number | null;
  /** The prices that are not archived, by position. */
  readonly prices: readonly PriceSnapshot[];
  /** In the seller's order, without deleted benefits. */
  readonly benefitIds: readonly string[];
}

/**
 * Products by id, of any organization. Deleted products are included and marked. Unknown ids are missing in the result. The
 * caller checks the organization.
 */
export class FindProducts extends Query<ReadonlyMap<string, ProductSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Prices by id, of any organization. Archived prices are included: a purchase keeps its price. Unknown ids are missing in the result. */
export class FindPrices extends Query<ReadonlyMap<string, PriceSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Whether a meter is in use; a meter in use cannot be archived. */
export interface MeterUsage {
  /** Whether a product that is not archived has a price based on the meter. */
  readonly activeProducts: boolean;
  /** Whether a benefit that is not deleted credits units of the meter. */
  readonly activeBenefits: boolean;
}

export class FindMeterUses extends Query<MeterUsage> {
  constructor(readonly meterId: string) {
    super();
  }
}
