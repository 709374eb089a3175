/** Settings of an organization that prices and periods depend on. */
export interface SellingSettings {
  /** Every product has prices in this currency. */
  readonly defaultCurrency: string;
  readonly seatBasedPricing: boolean;
  readonly meterCycling: boolean;
  /** The meters of the prices, as far as they belong to the organization. */
  readonly meters: ReadonlySet<string>;
}
