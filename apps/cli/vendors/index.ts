import { readCryptlex } from './cryptlex.ts';
import { readEasyDigitalDownloads } from './easy-digital-downloads.ts';
import { readGumroad } from './gumroad.ts';
import { readKeygen } from './keygen.ts';
import { readLemonSqueezy } from './lemon-squeezy.ts';
import { readPolar } from './polar.ts';
import type { VendorReader } from './reading.ts';
import { readWooCommerce } from './woocommerce.ts';

/** The vendors whose exports can be read, by the names that the command line has for them. */
export const VENDORS = {
  cryptlex: readCryptlex,
  'easy-digital-downloads': readEasyDigitalDownloads,
  gumroad: readGumroad,
  keygen: readKeygen,
  'lemon-squeezy': readLemonSqueezy,
  polar: readPolar,
  woocommerce: readWooCommerce,
} as const satisfies Readonly<Record<string, VendorReader>>;

export type Vendor = keyof typeof VENDORS;
export const VENDOR_NAMES = Object.keys(VENDORS) as readonly Vendor[];
