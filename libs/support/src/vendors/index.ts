export { siteOf } from './sites.ts';
export { UNLIMITED_ACTIVATIONS } from './unlimited-activations.ts';
export { type VendorFacts, type VendorName, vendorFactsIn, vendorMetadata } from './vendor-metadata.ts';
