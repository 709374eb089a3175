import type * as events from '../domain/organization.events.ts';

/** Everything that this context publishes. */
export type OrganizationsEvent = InstanceType<(typeof events)[keyof typeof events]>;

export { OrganizationUpdated } from '../domain/organization.events.ts';
export { FindOrganizations, type OrganizationSnapshot } from './find-organizations.ts';
export { FindPublicOrganization } from './find-public-organization.ts';
export { FindSeller } from './find-seller.ts';
export {
  asSeller,
  CustomerPortalSettingsView,
  PRORATIONS,
  PublicOrganizationView,
  SellerView,
} from './public-organization.view.ts';
