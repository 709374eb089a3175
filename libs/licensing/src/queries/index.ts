export { CustomerLoader } from './customer-loader.ts';
export { ExportKeysHandler } from './export-keys.ts';
export { ExportLicenseKeysHandler } from './export-license-keys.ts';
export {
  FindDeviceHandler,
  FindKeysOfGrantsHandler,
  FindGrantedLicenseKeysHandler,
  FindRenewableKeysHandler,
} from './keys-of-grants.ts';
export { FindMembersOfKeysHandler, FindPurchasesOfKeysHandler } from './find-parts-of-keys.ts';
export { FindKeyPoolViewsHandler, FindLicenseKeyViewsHandler } from './find-resources.ts';
export { GetActivationHandler } from './get-activation.ts';
export { GetKeyActivityHandler } from './get-key-activity.ts';
export { GetKeyFiguresHandler } from './get-key-figures.ts';
export { GetKeyPoolHandler } from './get-key-pool.ts';
export { FindKeyHistoryHandler, FindOrganizationOfKeyHandler } from './find-key-history.ts';
export { GetLicenseKeyHandler } from './get-license-key.ts';
export { GetPortalLicenseKeyHandler } from './get-portal-license-key.ts';
export { KeyPages } from './key-pages.ts';
export { RevocationCauses } from './revocation-causes.ts';
export { LicenseKeyLoader } from './license-key-loader.ts';
export { ListKeyPoolsHandler } from './list-key-pools.ts';
export { ListLicenseKeysHandler } from './list-license-keys.ts';
export { ListPoolEntriesHandler } from './list-pool-entries.ts';
export { ListPortalLicenseKeysHandler } from './list-portal-license-keys.ts';
export { ListSigningKeysHandler } from './list-signing-keys.ts';
export { ListUsageReservationsHandler } from './list-usage-reservations.ts';
export { ListWaitingGrantsHandler } from './list-waiting-grants.ts';
export { SearchLicenseKeysHandler } from './search-license-keys.ts';
export { GetManageUrlHandler } from './get-manage-url.ts';
export { SearchKeysHandler } from './search-keys.ts';
export { FindVendorKeyHandler } from './find-vendor-key.ts';
