import type { Tables } from '#platform/persistence';
import { Migration20261120_1010_Customers } from '../migrations/migration-20261120-1010-customers.ts';
import { Migration20261120_2200_MembersAndSessions } from '../migrations/migration-20261120-2200-members-and-sessions.ts';
import { Migration20261120_2210_SignIns } from '../migrations/migration-20261120-2210-sign-ins.ts';
import { Migration20261120_2215_TaxIds } from '../migrations/migration-20261120-2215-tax-ids.ts';
import { Migration20261121_0905_FirstUse } from '../migrations/migration-20261121-0905-first-use.ts';
import { Migration20261122_1500_Owners } from '../migrations/migration-20261122-1500-owners.ts';
import { Migration20261122_1510_ExportLeases } from '../migrations/migration-20261122-1510-export-leases.ts';
import { Migration20261122_1610_KnownDevices } from '../migrations/migration-20261122-1610-known-devices.ts';
import { Migration20261122_1701_Erasure } from '../migrations/migration-20261122-1701-erasure.ts';
import { Migration20261122_2110_StateChanges } from '../migrations/migration-20261122-2110-state-changes.ts';
import { Migration20261122_2300_MergedCustomers } from '../migrations/migration-20261122-2300-merged-customers.ts';
import { Migration20261122_2320_MergedMembers } from '../migrations/migration-20261122-2320-merged-members.ts';
import { Migration20261122_2355_EmbeddedCustomers } from '../migrations/migration-20261122-2355-embedded-customers.ts';
import { Migration20261123_0602_EmailChanges } from '../migrations/migration-20261123-0602-email-changes.ts';
import { Migration20261125_0930_CustomerSearch } from '../migrations/migration-20261125-0930-customer-search.ts';
import { Migration20261126_1512_PartsOfCustomers } from '../migrations/migration-20261126-1512-parts-of-customers.ts';
import { CustomerMapping } from './adapters/persistence/customer.mapping.ts';
import { MemberMapping } from './adapters/persistence/member.mapping.ts';
import { PortalSessionMapping } from './adapters/persistence/portal-session.mapping.ts';
import { EmailChangeMapping } from './adapters/persistence/email-change.mapping.ts';
import { SignInCodeMapping, SignInMapping } from './adapters/persistence/sign-in.mapping.ts';

export { BecomeTeamWhenSeatsBought } from './adapters/messaging/become-team-when-seats-bought.ts';
export { EraseContactsWhenCustomerAnonymized } from './adapters/messaging/erase-contacts-when-customer-anonymized.ts';
export { RemoveMembersWhenCustomerDeleted } from './adapters/messaging/remove-members-when-customer-deleted.ts';
export { SyncEmailWhenCustomerUpdated } from './adapters/messaging/sync-email-when-customer-updated.ts';
export { ReportEmailChangeWhenCompleted } from './adapters/messaging/report-email-change-when-completed.ts';
export { SendLinkWhenEmailChangeRequested } from './adapters/messaging/send-link-when-email-change-requested.ts';
export { SendCodesWhenSignInRequested } from './adapters/messaging/send-codes-when-sign-in-requested.ts';
export { VerifyAddressWhenSignedIn } from './adapters/messaging/verify-address-when-signed-in.ts';
export { NoteStateChangeWhenCustomerChanges } from './adapters/messaging/note-state-change-when-customer-changes.ts';
export { RecordFirstUsageWhenUsageStarted } from './adapters/messaging/record-first-usage-when-usage-started.ts';
export { CreateCustomer } from './commands/create-customer.ts';
export { DeleteExpiredSessions } from './commands/delete-expired.ts';
export { PublishCustomerStates } from './commands/publish-customer-states.ts';
export { OpenSession } from './commands/open-session.ts';
export { CustomerPortalModule } from './customer-portal.module.ts';

export const customerPortalTables: Tables = {
  entities: [CustomerMapping, MemberMapping, PortalSessionMapping, SignInMapping, SignInCodeMapping, EmailChangeMapping],
  migrations: [
    Migration20261120_1010_Customers,
    Migration20261120_2200_MembersAndSessions,
    Migration20261120_2210_SignIns,
    Migration20261120_2215_TaxIds,
    Migration20261121_0905_FirstUse,
    Migration20261122_1500_Owners,
    Migration20261122_1510_ExportLeases,
    Migration20261122_1610_KnownDevices,
    Migration20261122_1701_Erasure,
    Migration20261122_2110_StateChanges,
    Migration20261122_2300_MergedCustomers,
    Migration20261122_2320_MergedMembers,
    Migration20261122_2355_EmbeddedCustomers,
    Migration20261123_0602_EmailChanges,
    Migration20261125_0930_CustomerSearch,
    Migration20261126_1512_PartsOfCustomers,
  ],
};
