import type * as benefits from '../domain/benefit.events.ts';
import type * as downloads from '../domain/download.events.ts';
import type * as products from '../domain/product.events.ts';

type Events = typeof benefits & typeof downloads & typeof products;

/** The events that this context publishes. */
export type CatalogEvent = InstanceType<Events[keyof Events]>;

export type { BenefitSnapshot, MeterCreditTerms } from './benefit.ts';
export { FindBenefits, FindLicenseKeyBenefits, FindOfferedBenefits, SelectEventsOfBenefits } from './find-benefits.ts';
export { FindMeterUses } from './find-meter-uses.ts';
export { FindProducts, type PriceSnapshot, FindPrices, type ProductSnapshot } from './find-products.ts';
export { FindProductsBySlug } from './find-products-by-slug.ts';
export { FindTypedKeyFormats } from './find-typed-key-formats.ts';
export { type LicenseKeyProperties, licenseKeyTerms, type LicenseKeyTerms } from './license-key-terms.ts';
export { MarkProductSold } from './mark-product-sold.ts';
export { OFFLINE_POLICIES } from './offline-policies.ts';
export { SearchProducts } from './search-products.ts';
