import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { KeyActivityMapping } from './adapters/persistence/key-activity.mapping.ts';
import { KeyRefusalMapping, ToldRefusalMapping } from './adapters/persistence/key-refusals.mapping.ts';
import { KeyPoolMapping, PoolEntryMapping, WaitingGrantMapping } from './adapters/persistence/key-pool.mapping.ts';
import {
  ActivationMapping,
  DeletedCustomerMapping,
  KeyStringMapping,
  LeaseMapping,
  LicenseKeyMapping,
  NotedDecisionMapping,
  ReservedKeyMapping,
  SigningKeyMapping,
  StatusIndexMapping,
} from './adapters/persistence/license-key.mapping.ts';
import { TrialComponentMapping, TrialMapping } from './adapters/persistence/trials.mapping.ts';

export { licensingSubscribers } from './adapters/messaging/subscribers.ts';
export { ActivateLicenseKey } from './commands/activations/activate-license-key.ts';
export { DeleteOldActivations } from './commands/activations/delete-old-activations.ts';
export { ReleaseDevicesOverLimit } from './commands/activations/release-devices-over-limit.ts';
export { DropExpiredReservations } from './commands/reservations/drop-expired-reservations.ts';
export { EndSilentActivations } from './commands/floating/end-silent-activations.ts';
export { AnnounceExpiries } from './commands/keys/announce-expiries.ts';
export { IssueLicenseKeys } from './commands/keys/issue-license-keys.ts';
export { CompleteKeyForms } from './commands/keys/complete-key-forms.ts';
export { ReencryptLicenseKeys } from './commands/keys/reencrypt-license-keys.ts';
export { ReencryptSigningKeys } from './commands/signing/reencrypt-signing-keys.ts';
export { RotateSigningKey } from './commands/signing/rotate-signing-key.ts';
export { UpdateLicenseKey } from './commands/keys/update-license-key.ts';
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
    ActivationMapping,
    DeletedCustomerMapping,
    ReservedKeyMapping,
    NotedDecisionMapping,
    LeaseMapping,
    StatusIndexMapping,
    SigningKeyMapping,
    TrialMapping,
    TrialComponentMapping,
    KeyPoolMapping,
    PoolEntryMapping,
    WaitingGrantMapping,
    KeyActivityMapping,
    KeyRefusalMapping,
    ToldRefusalMapping,
  ],
  encrypted: [
    { table: 'licensing.license_keys', column: 'encrypted_key' },
    { table: 'licensing.signing_keys', column: 'encrypted_private_key' },
  ],
  migrations: Object.values(migrations),
  placements: {
    'licensing.license_keys': 'organization',
    'licensing.key_strings': 'organization',
    'licensing.activations': 'organization',
    'licensing.deleted_customers': 'organization',
    'licensing.reserved_keys': 'organization',
    'licensing.noted_decisions': 'organization',
    'licensing.leases': 'organization',
    'licensing.status_indexes': 'organization',
    'licensing.signing_keys': 'organization',
    'licensing.trials': 'organization',
    'licensing.trial_components': 'organization',
    'licensing.key_pools': 'organization',
    'licensing.pool_entries': 'organization',
    'licensing.waiting_grants': 'organization',
    'licensing.key_activity': 'organization',
    'licensing.key_refusals': 'organization',
  },
};
