import type * as events from '../domain/benefit.events.ts';

/** Everything that this context publishes. */
export type CatalogEvent = InstanceType<(typeof events)[keyof typeof events]>;

export { BenefitCreated, BenefitUpdated } from '../domain/benefit.events.ts';
export { BenefitView } from './benefit.view.ts';
export { FindBenefits } from './find-benefits.ts';
export { FindLicenseKeyBenefits, type LicenseKeyTerms } from './find-license-key-benefits.ts';
