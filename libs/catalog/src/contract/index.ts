import type * as benefits from '../domain/benefit.events.ts';
import type * as downloads from '../domain/download.events.ts';
import type * as products from '../domain/product.events.ts';

type Events = typeof benefits & typeof downloads & typeof products;

/** The events that this context publishes. */
export type CatalogEvent = InstanceType<Events[keyof Events]>;

export {
  BENEFIT_FIELDS,
  BENEFIT_TYPES,
  BenefitView,
  type ByBenefitType,
  CustomPropertiesView,
  Expiration,
  FeatureFlagPropertiesView,
  FlagValues,
  LicenseKeysPropertiesView,
  type ShownMeterCredit,
  MeterCreditPropertiesView,
} from './benefit.view.ts';
export {
  FindBenefits,
  FindLicenseKeyBenefits,
  FindOfferedBenefits,
  type OfferedBenefit,
  SelectEventsOfBenefits,
} from './find-benefits.ts';
export { licenseKeyTerms, type ShownLicenseKeyTerms, type LicenseKeyTerms } from './license-key-terms.ts';
export { OverLimitRules, ProcessesRules } from './activation-rules.view.ts';
export { OFFLINE_POLICIES } from './offline-policies.ts';
export { FindTypedKeyFormats } from './find-typed-key-formats.ts';
export { FindFileToDownload } from './find-file-to-download.ts';
export { FindMeterUses } from './find-meter-uses.ts';
export { FindMeters, type MeterSnapshot } from './find-meters.ts';
export { FindGrantHolder, FindOwnGrants, type GrantHolder } from './find-own-grants.ts';
export {
  FindPriceViews,
  FindProducts,
  FindProductsInBrief,
  FindProductViews,
  type PriceSnapshot,
  type ProductInBrief,
  type ProductSnapshot,
} from './find-products.ts';
export { FindProductsBySlug } from './find-products-by-slug.ts';
export { SearchProducts } from './search-products.ts';
export { PriceView } from './price.view.ts';
export { ProductView } from './product.view.ts';
export { asPublicProduct, PublicProductView } from './public-product.view.ts';
export { LicensePolicyView } from './license-policy.view.ts';
export { ExpiryPolicy } from './policy/expiry.view.ts';
export { deviceClass } from './policy/devices.view.ts';
export { version } from './policy/versions.view.ts';
export { MarkProductSold } from './mark-product-sold.ts';
