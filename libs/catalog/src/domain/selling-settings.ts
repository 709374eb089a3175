/** What the organization's settings say about how it sells. */
export interface SellingSettings {
  /** Every product can be bought in this one. */
  readonly defaultCurrency: string;
  readonly seatBasedPricing: boolean;
  readonly meterCycling: boolean;
  /** Of the meters that prices are by, those that are the organization's. */
  readonly meters: ReadonlySet<string>;
}
