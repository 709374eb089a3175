/** A postal address; only the country is certain. */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}
