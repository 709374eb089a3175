export { CustomerLoader } from './customer-loader.ts';
export { ExportIncrementsHandler } from './export-increments.ts';
export { ExportKeysHandler } from './export-keys.ts';
export { ExportLicenseKeysHandler } from './export-license-keys.ts';
export {
  FindDeviceHandler,
  FindKeysOfGrantsHandler,
  FindGrantedLicenseKeysHandler,
  FindRenewableKeysHandler,
} from './keys-of-grants.ts';
export { FindBenefitOfOwnKeyHandler, FindDisplayKeysHandler } from './find-keys.ts';
export { FindMembersOfKeysHandler, FindPurchasesOfKeysHandler } from './find-parts-of-keys.ts';
export { FindKeyPoolViewsHandler, FindLicenseKeyViewsHandler } from './find-resources.ts';
export { GetActivationHandler } from './get-activation.ts';
export { GetKeyActivityHandler } from './get-key-activity.ts';
export { GetKeyUsesHandler } from './get-key-uses.ts';
export { GetKeyFiguresHandler } from './get-key-figures.ts';
export { GetKeyPoolHandler } from './get-key-pool.ts';
export { FindKeyHistoryHandler, FindLicenseKeyHandler } from './find-key-history.ts';
export { GetLicenseKeyHandler } from './get-license-key.ts';
export { GetPortalLicenseKeyHandler } from './get-portal-license-key.ts';
export { KeyPages } from './key-pages.ts';
export { RevocationCauses } from './revocation-causes.ts';
export { LicenseKeyLoader } from './license-key-loader.ts';
export { ListAddOnsHandler } from './list-add-ons.ts';
export { ListIncrementsHandler } from './list-increments.ts';
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
export { IsWaitingForKeyHandler } from './is-waiting-for-key.ts';
export { ListKeyEntitlementsHandler } from './list-key-entitlements.ts';
export { FindBatchCardsHandler } from './find-batch-cards.ts';
export { ExportUnclaimedKeysHandler } from './export-unclaimed-keys.ts';
export { GetUnclaimedBatchHandler } from './get-unclaimed-batch.ts';
export { ListUnclaimedBatchesHandler } from './list-unclaimed-batches.ts';
export { GetDevicePageHandler } from './get-device-page.ts';
export { GetAskedSignInHandler } from './get-asked-sign-in.ts';
export { GetSignInClientHandler } from './get-sign-in-client.ts';
export { ListSignedInKeysHandler } from './list-signed-in-keys.ts';
export { ListSignInClientsHandler } from './list-sign-in-clients.ts';
export { GetBulkChangeHandler } from './get-bulk-change.ts';
export { ListBulkChangesHandler } from './list-bulk-changes.ts';
export { ListBulkEntriesHandler } from './list-bulk-entries.ts';
export { SelectBulkKeysHandler } from './select-bulk-keys.ts';
export { GetLicenseKeyTagsHandler, ListLicenseKeyTagsHandler } from './license-key-tags.ts';
