import { fieldError, type FieldError } from '#kernel';

/** A postal address; only the country is required. */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** An ISO 3166-2 code in the US and Canada (`US-NY`), any text elsewhere. */
  readonly state: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

const STATES: { readonly [country: string]: ReadonlySet<string> } = {
  US: new Set(
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
      ' ',
    ),
  ),
  CA: new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')),
};

/** The address with its state normalized to ISO 3166-2; undefined if the country has no such state. */
export function withKnownState(address: Address): Address | undefined {
  const { country, state } = address;
  const known = STATES[country];
  if (!known || state === null) return address;
  const code = state.startsWith(`${country}-`) ? state.slice(country.length + 1) : state;
  return known.has(code) ? { ...address, state: `${country}-${code}` } : undefined;
}

/** What is wrong with an address whose country has no such state. It is reported of the address as a whole, as by the reference. */
export const unknownStateOf = ({ country }: Pick<Address, 'country'>): string =>
  `Value error, Invalid ${country === 'US' ? 'US state' : 'CA subdivision'}`;

export const invalidState = (address: Address): FieldError => fieldError(['billingAddress'], unknownStateOf(address), address);
