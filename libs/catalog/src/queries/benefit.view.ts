export { BENEFIT_TYPES, BenefitView, Expiration, VISIBILITIES } from '../contract/benefit.view.ts';
