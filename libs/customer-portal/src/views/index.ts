/** How HTTP shows what this context owns: what views of other contexts embed, and the parts of the export of a customer that they read. */
export { ActivationDeviceView } from './activation-device.view.ts';
export { CustomerView } from './customer.view.ts';
export { ExportDownloads, ExportedDownloadView } from './export-downloads.ts';
export { type ExportedLicenseKey, ExportLicenseKeys } from './export-license-keys.ts';
export { type ExportedPurchases, ExportPurchases } from './export-purchases.ts';
export { MemberView } from './member.view.ts';
export { asPortalCustomer, PortalCustomerView } from './portal-customer.view.ts';
export { comparedTag, TaggedRecordsView, TagsBody, TagsView, UsedTagsView, withOneTag } from './tags.view.ts';
