import type { Tables } from '#platform/persistence';
import { Migration20261120_1100_LicenseKeys } from '../migrations/migration-20261120-1100-license-keys.ts';
import { Migration20261120_2110_GrantedKeys } from '../migrations/migration-20261120-2110-granted-keys.ts';
import { Migration20261120_2220_KeysOfCustomers } from '../migrations/migration-20261120-2220-keys-of-customers.ts';
import { Migration20261122_1200_EncryptedKeys } from '../migrations/migration-20261122-1200-encrypted-keys.ts';
import { Migration20261122_1400_StatusRevisions } from '../migrations/migration-20261122-1400-status-revisions.ts';
import { Migration20261122_1520_DeactivatedActivations } from '../migrations/migration-20261122-1520-deactivated-activations.ts';
import { Migration20261122_1600_RecentNetworks } from '../migrations/migration-20261122-1600-recent-networks.ts';
import { Migration20261122_1700_DeletedCustomers } from '../migrations/migration-20261122-1700-deleted-customers.ts';
import { Migration20261122_2020_ReservedKeys } from '../migrations/migration-20261122-2020-reserved-keys.ts';
import { Migration20261122_2110_TermsSetByHand } from '../migrations/migration-20261122-2110-terms-set-by-hand.ts';
import { Migration20261123_0410_Leases } from '../migrations/migration-20261123-0410-leases.ts';
import { Migration20261123_0900_LicensePolicies } from '../migrations/migration-20261123-0900-license-policies.ts';
import { Migration20261123_0910_Trials } from '../migrations/migration-20261123-0910-trials.ts';
import { Migration20261123_1000_Floating } from '../migrations/migration-20261123-1000-floating.ts';
import { Migration20261123_1200_Entitlements } from '../migrations/migration-20261123-1200-entitlements.ts';
import { Migration20261123_1205_MetadataAndNotes } from '../migrations/migration-20261123-1205-metadata-and-notes.ts';
import { Migration20261123_1300_ReturnedLeases } from '../migrations/migration-20261123-1300-returned-leases.ts';
import { Migration20261123_1400_ReservedHistories } from '../migrations/migration-20261123-1400-reserved-histories.ts';
import { Migration20261124_0200_Devices } from '../migrations/migration-20261124-0200-devices.ts';
import { Migration20261124_0300_KeyPools } from '../migrations/migration-20261124-0300-key-pools.ts';
import { Migration20261124_0301_UsageReservations } from '../migrations/migration-20261124-0301-usage-reservations.ts';
import { Migration20261125_0301_DevicesAndReservations } from '../migrations/migration-20261125-0301-devices-and-reservations.ts';
import { Migration20261125_0910_KeySearch } from '../migrations/migration-20261125-0910-key-search.ts';
import { Migration20261125_0920_KeyActivity } from '../migrations/migration-20261125-0920-key-activity.ts';
import { Migration20261126_1510_KeyForms } from '../migrations/migration-20261126-1510-key-forms.ts';
import { Migration20261126_1511_KeysByForm } from '../migrations/migration-20261126-1511-keys-by-form.ts';
import { Migration20261126_1513_PartsOfDisplayKeys } from '../migrations/migration-20261126-1513-parts-of-display-keys.ts';
import { KeyActivityMapping } from './adapters/persistence/key-activity.mapping.ts';
import { KeyPoolMapping, PoolEntryMapping, WaitingGrantMapping } from './adapters/persistence/key-pool.mapping.ts';
import {
  ActivationMapping,
  DeletedCustomerMapping,
  KeyStringMapping,
  LeaseMapping,
  LicenseKeyMapping,
  ReservedKeyMapping,
  SigningKeyMapping,
  StatusIndexMapping,
  TrialMapping,
} from './adapters/persistence/license-key.mapping.ts';

export { EraseActivationsWhenCustomerAnonymized } from './adapters/messaging/erase-activations-when-customer-anonymized.ts';
export { DeliverKeyWhenCreated } from './adapters/messaging/deliver-key-when-created.ts';
export { IssueWaitingKeysWhenPoolChanges } from './adapters/messaging/issue-waiting-keys-when-pool-changes.ts';
export { IssueKeyWhenBenefitGranted } from './adapters/messaging/issue-key-when-benefit-granted.ts';
export { RevokeKeyWhenGrantRevoked } from './adapters/messaging/revoke-key-when-grant-revoked.ts';
export { MoveKeysWhenCustomerMerged } from './adapters/messaging/move-keys-when-customer-merged.ts';
export { RecheckKeyAfterIssue } from './adapters/messaging/recheck-key-after-issue.ts';
export { RevokeKeysWhenBenefitDeleted } from './adapters/messaging/revoke-keys-when-benefit-deleted.ts';
export { RevokeKeysWhenCustomerDeleted } from './adapters/messaging/revoke-keys-when-customer-deleted.ts';
export { RevokeKeysWhenMemberDeleted } from './adapters/messaging/revoke-keys-when-member-deleted.ts';
export { UpdateKeyWhenGrantUpdated } from './adapters/messaging/update-key-when-grant-updated.ts';
export { ActivateLicenseKey } from './commands/activations/activate-license-key.ts';
export { DeleteOldActivations } from './commands/activations/delete-old-activations.ts';
export { DropExpiredReservations } from './commands/reservations/drop-expired-reservations.ts';
export { EndSilentActivations } from './commands/floating/end-silent-activations.ts';
export { CompleteKeyForms } from './commands/keys/complete-key-forms.ts';
export { IssueLicenseKeys } from './commands/keys/issue-license-keys.ts';
export { ReencryptLicenseKeys } from './commands/keys/reencrypt-license-keys.ts';
export { ReencryptSigningKeys } from './commands/signing/reencrypt-signing-keys.ts';
export { RotateSigningKey } from './commands/signing/rotate-signing-key.ts';
export { UpdateLicenseKey } from './commands/keys/update-license-key.ts';
export { ExplainLicenseKey, type Explanation } from './commands/explanation/explain-license-key.ts';
export { ValidateLicenseKey } from './commands/keys/validate-license-key.ts';
export { KeyActivity } from './domain/keys/key-activity.ts';
export { LicensingModule } from './licensing.module.ts';
export { GetLicenseKey } from './queries/get-license-key.ts';
export { ListSigningKeys } from './queries/list-signing-keys.ts';

export const licensingTables: Tables = {
  entities: [
    LicenseKeyMapping,
    KeyStringMapping,
    ActivationMapping,
    DeletedCustomerMapping,
    ReservedKeyMapping,
    LeaseMapping,
    StatusIndexMapping,
    SigningKeyMapping,
    TrialMapping,
    KeyPoolMapping,
    PoolEntryMapping,
    WaitingGrantMapping,
    KeyActivityMapping,
  ],
  encrypted: [{ table: 'licensing.license_keys', column: 'encrypted_key' }],
  migrations: [
    Migration20261120_1100_LicenseKeys,
    Migration20261120_2110_GrantedKeys,
    Migration20261120_2220_KeysOfCustomers,
    Migration20261122_1200_EncryptedKeys,
    Migration20261122_1400_StatusRevisions,
    Migration20261122_1520_DeactivatedActivations,
    Migration20261122_1600_RecentNetworks,
    Migration20261122_1700_DeletedCustomers,
    Migration20261122_2020_ReservedKeys,
    Migration20261122_2110_TermsSetByHand,
    Migration20261123_0410_Leases,
    Migration20261123_0900_LicensePolicies,
    Migration20261123_0910_Trials,
    Migration20261123_1000_Floating,
    Migration20261123_1200_Entitlements,
    Migration20261123_1205_MetadataAndNotes,
    Migration20261123_1300_ReturnedLeases,
    Migration20261123_1400_ReservedHistories,
    Migration20261124_0200_Devices,
    Migration20261124_0300_KeyPools,
    Migration20261124_0301_UsageReservations,
    Migration20261125_0301_DevicesAndReservations,
    Migration20261125_0910_KeySearch,
    Migration20261125_0920_KeyActivity,
    Migration20261126_1510_KeyForms,
    Migration20261126_1511_KeysByForm,
    Migration20261126_1513_PartsOfDisplayKeys,
  ],
};
