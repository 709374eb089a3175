/** How HTTP shows what this context owns: what views of other contexts embed, and the queries that read it by id. */
export {
  BENEFIT_FIELDS,
  BENEFIT_TYPES,
  BenefitView,
  type ByBenefitType,
  CombineRule,
  CustomPropertiesView,
  Expiration,
  FeatureFlagPropertiesView,
  FlagValues,
  LicenseKeysPropertiesView,
  MeterCreditPropertiesView,
} from './benefit.view.ts';
export { OverLimitRules, ProcessesRules } from './activation-rules.view.ts';
export { FindPriceViews, FindProductsInBrief, FindProductViews, type ProductInBrief } from './find-products.ts';
export { PriceView } from './price.view.ts';
export { ProductView } from './product.view.ts';
export { asPublicProduct, PublicProductView } from './public-product.view.ts';
export { LicensePolicyView, ExpiryPolicy } from './license-policy.view.ts';
export { COUNTER_NAME, MOST_COUNTERS } from './counter-name.view.ts';
export { deviceClass } from './devices-policy.view.ts';
export { version } from './versions.view.ts';
