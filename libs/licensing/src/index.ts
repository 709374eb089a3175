import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { AttachedGrantMapping } from './adapters/persistence/attached-grant.mapping.ts';
import { BulkChangeEntryMapping, BulkChangeMapping } from './adapters/persistence/bulk-change.mapping.ts';
import { KeyActivityMapping } from './adapters/persistence/key-activity.mapping.ts';
import { KeyIncrementMapping } from './adapters/persistence/key-increments.mapping.ts';
import { KeyRefusalMapping, ToldRefusalMapping, ToldRefusalRiseMapping } from './adapters/persistence/key-refusals.mapping.ts';
import { KeyUsesMapping, KeyUsesSinceMapping } from './adapters/persistence/key-uses.mapping.ts';
import { KeyPoolMapping, PoolEntryMapping, WaitingGrantMapping } from './adapters/persistence/key-pool.mapping.ts';
import {
  ActivationMapping,
  DeletedCustomerMapping,
  KeyStringMapping,
  SignedLicenseKeyMapping,
  LeaseMapping,
  LicenseKeyMapping,
  NotedDecisionMapping,
  ReservedKeyMapping,
  SigningKeyMapping,
  StatusIndexMapping,
} from './adapters/persistence/license-key.mapping.ts';
import { LicenseKeyTagMapping } from './adapters/persistence/license-key-tag.mapping.ts';
import { DeviceSignInMapping, SignInClientMapping } from './adapters/persistence/sign-in.mapping.ts';
import { UnclaimedBatchMapping } from './adapters/persistence/unclaimed-batch.mapping.ts';
import { ToldExpiryMapping } from './adapters/persistence/told-expiry.mapping.ts';
import { TrialComponentMapping, TrialMapping } from './adapters/persistence/trials.mapping.ts';
import { licensingData } from './adapters/persistence/organization-data.ts';

export { licensingSubscribers } from './adapters/messaging/subscribers.ts';
export { ActivateLicenseKey } from './commands/activations/activate-license-key.ts';
export { DeleteOldKeyUses } from './commands/keys/delete-old-key-uses.ts';
export { DeleteOldActivations } from './commands/activations/delete-old-activations.ts';
export { ReleaseDevicesOverLimit } from './commands/activations/release-devices-over-limit.ts';
export { DropExpiredReservations } from './commands/reservations/drop-expired-reservations.ts';
export { EndSilentActivations } from './commands/floating/end-silent-activations.ts';
export { AttachWaitingGrants } from './commands/keys/attach-waiting-grants.ts';
export { EndGivenEntitlements } from './commands/keys/end-given-entitlements.ts';
export { TellOfExpiringKeys } from './commands/keys/alert-of-expiring-keys.ts';
export { TellOfRisingRefusals } from './commands/keys/alert-of-rising-refusals.ts';
export { AnnounceExpiries } from './commands/keys/announce-expiries.ts';
export { IssueLicenseKeys } from './commands/keys/issue-license-keys.ts';
export { CompleteKeyForms } from './commands/keys/complete-key-forms.ts';
export { ReencryptLicenseKeys } from './commands/keys/reencrypt-license-keys.ts';
export { ReencryptSigningKeys } from './commands/signing/reencrypt-signing-keys.ts';
export { RotateSigningKey } from './commands/signing/rotate-signing-key.ts';
export { UpdateLicenseKey } from './commands/keys/update-license-key.ts';
export { DeleteExpiredDeviceSignIns } from './commands/sign-ins/delete-expired-device-sign-ins.ts';
export { ExplainLicenseKey, type Explanation } from './commands/explanation/explain-license-key.ts';
export { ValidateLicenseKey } from './commands/keys/validate-license-key.ts';
export { KeyActivity } from './domain/keys/key-activity.ts';
export { KeyRefusals } from './domain/keys/key-refusals.ts';
export { LicensingModule } from './licensing.module.ts';
export { GetLicenseKey } from './queries/get-license-key.ts';
export { ListSigningKeys } from './queries/list-signing-keys.ts';

export const licensingTables: Tables = {
  entities: [
    LicenseKeyMapping,
    KeyStringMapping,
    SignedLicenseKeyMapping,
    ActivationMapping,
    DeletedCustomerMapping,
    ReservedKeyMapping,
    NotedDecisionMapping,
    LeaseMapping,
    StatusIndexMapping,
    SigningKeyMapping,
    TrialMapping,
    TrialComponentMapping,
    AttachedGrantMapping,
    KeyPoolMapping,
    PoolEntryMapping,
    WaitingGrantMapping,
    UnclaimedBatchMapping,
    BulkChangeMapping,
    BulkChangeEntryMapping,
    SignInClientMapping,
    DeviceSignInMapping,
    KeyActivityMapping,
    KeyIncrementMapping,
    KeyRefusalMapping,
    KeyUsesMapping,
    KeyUsesSinceMapping,
    ToldRefusalMapping,
    ToldRefusalRiseMapping,
    ToldExpiryMapping,
    LicenseKeyTagMapping,
  ],
  encrypted: [
    { table: 'licensing.license_keys', column: 'encrypted_key' },
    { table: 'licensing.signing_keys', column: 'encrypted_private_key' },
  ],
  migrations: Object.values(migrations),
  placements: {
    'licensing.license_keys': 'organization',
    'licensing.key_strings': 'organization',
    'licensing.signed_license_keys': 'organization',
    'licensing.activations': 'organization',
    'licensing.deleted_customers': 'organization',
    'licensing.reserved_keys': 'organization',
    'licensing.noted_decisions': 'organization',
    'licensing.leases': 'organization',
    'licensing.status_indexes': 'organization',
    'licensing.signing_keys': 'organization',
    'licensing.trials': 'organization',
    'licensing.trial_components': 'organization',
    'licensing.attached_grants': 'organization',
    'licensing.key_pools': 'organization',
    'licensing.pool_entries': 'organization',
    'licensing.waiting_grants': 'organization',
    'licensing.unclaimed_batches': 'organization',
    'licensing.bulk_changes': 'organization',
    'licensing.bulk_change_entries': 'organization',
    'licensing.sign_in_clients': 'organization',
    'licensing.device_sign_ins': 'organization',
    'licensing.key_activity': 'organization',
    'licensing.key_increments': 'organization',
    'licensing.key_refusals': 'organization',
    'licensing.license_key_tags': 'organization',
    'licensing.key_uses': 'organization',
  },
  counted: ['licensing.counted_keys'],
  ofOrganization: licensingData,
};
