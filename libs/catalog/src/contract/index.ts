import type { EventsIn } from '#kernel';
import type * as benefits from '../domain/benefit.events.ts';
import type * as downloads from '../domain/download.events.ts';
import type * as products from '../domain/product.events.ts';

type Events = typeof benefits & typeof downloads & typeof products;

/** The events that this context publishes. */
export type CatalogEvent = EventsIn<Events>;

export {
  type BenefitSnapshot,
  type MeterCreditTerms,
  FindBenefits,
  FindLicenseKeyBenefits,
  FindOfferedBenefits,
  isAddOn,
  SelectEventsOfBenefits,
  type FlagTerms,
} from './benefits.ts';
export { FindFileToDownload } from './find-file-to-download.ts';
export {
  FindMeterUses,
  FindProducts,
  type PriceSnapshot,
  FindPrices,
  type ProductSnapshot,
  FindProductsBySlug,
  FindProductsWithBenefit,
  SearchProducts,
  MarkProductSold,
} from './products.ts';
export {
  FindTypedKeyFormats,
  type LicenseKeyProperties,
  licenseKeyTerms,
  type LicenseKeyTerms,
  OFFLINE_POLICIES,
} from './license-key-terms.ts';
