import { type Infer, list, object, timestamp } from '#platform/wire';
import { ExportedDownloadView, MemberView, PortalCustomerView } from '../views/index.ts';
import { ExportedLicenseKeyView } from '../views/export-license-keys.ts';
import { ExportedPurchasesView } from '../views/export-purchases.ts';

/** All personal data of a customer. */
export const CustomerExportView = object(
  {
    exported_at: timestamp(),
    customer: PortalCustomerView,
    members: list(MemberView),
    license_keys: list(ExportedLicenseKeyView),
    downloads: list(ExportedDownloadView),
    ...ExportedPurchasesView.fields,
  },
  'CustomerExport',
  {
    exported_at: 'When the export was made.',
    customer: 'The details of the customer.',
    members: 'The members of the customer.',
    license_keys: 'The license keys of the customer with their activations.',
    downloads: 'The files that the customer and its members have downloaded.',
  },
);
export type CustomerExportView = Infer<typeof CustomerExportView>;
