export { siteOf } from './sites.ts';
export { type VendorFacts, type VendorName, vendorFactsIn, vendorMetadata } from './vendor-metadata.ts';
