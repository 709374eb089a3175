import { ExportedPurchasesView } from '#entitlements/contract';
import { ExportedLicenseKeyView } from '#licensing/contract';
import { type Infer, list, object, timestamp } from '#platform/wire';
import { MemberView, PortalCustomerView } from '../contract/index.ts';

/** What is kept of a customer, and nothing of anybody else. */
export const CustomerExportView = object(
  {
    exported_at: timestamp(),
    customer: PortalCustomerView,
    members: list(MemberView),
    license_keys: list(ExportedLicenseKeyView),
    ...ExportedPurchasesView.fields,
  },
  'CustomerExport',
);
export type CustomerExportView = Infer<typeof CustomerExportView>;
