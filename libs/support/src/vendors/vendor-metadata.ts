/**
 * What a vendor calls a license key and its product is kept as metadata: `gumroad_product_id`. Imports write it to the license key; sellers
 * write it to the benefit, for license keys that are issued later.
 */
const PREFIXES = {
  'easy-digital-downloads': 'edd_',
  gumroad: 'gumroad_',
  'lemon-squeezy': 'lemon_squeezy_',
} as const;

export type VendorName = keyof typeof PREFIXES;

/** What a vendor knows, by the names that it has for it: `product_id`. */
export type VendorFacts = Readonly<Record<string, string>>;

type Pairs = Readonly<Record<string, string | number | boolean>>;

/** The metadata for what a vendor knows. What is not known is left out. */
export const vendorMetadata = (vendor: VendorName, facts: Readonly<Record<string, string | undefined>>): VendorFacts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[`${PREFIXES[vendor]}${name}`, value]])),
  );

/** What metadata say about a vendor. */
export const vendorFactsIn = (vendor: VendorName, metadata: Pairs): VendorFacts =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => name.startsWith(PREFIXES[vendor]))
      .map(([name, value]) => [name.slice(PREFIXES[vendor].length), String(value)]),
  );
