import { BatchTable, type LoadedRow, type StoredProperties } from '#platform/persistence';
import { Activation } from '../../domain/activation.ts';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { CheckOuts } from '../../domain/check-outs.ts';
import { LicenseKey } from '../../domain/license-key.ts';
import type { EmbeddedCustomer } from '../../domain/license-keys.ts';
import {
  ActivationMapping,
  KeyStringMapping,
  LicenseKeyMapping,
  ReservedKeyMapping,
  TrialMapping,
} from './license-key.mapping.ts';

export const KEYS = BatchTable.of(LicenseKeyMapping);
export const KEY_STRINGS = BatchTable.of(KeyStringMapping);
export const ACTIVATIONS = BatchTable.of(ActivationMapping);
/** What every use of an activation reads. */
export const LOADED_ACTIVATION = ACTIVATIONS.without('deviceProfile');
export const RESERVED_KEYS = BatchTable.of(ReservedKeyMapping);
export const TRIALS = BatchTable.of(TrialMapping);

/** What an aggregate is loaded from. Its string comes from the request or is decrypted. */
export const LOADED_KEY = KEYS.without('digest', 'encryptedKey', 'reservedUntil');

/**
 * What is loaded of a key that an application presents: not how it follows its grant, which only commands that select the key by
 * id depend on, nor what only sellers see.
 */
export const PRESENTED_KEY = LOADED_KEY.without(
  ...(['grantRevision', 'statusRevision', 'setByHand', 'entitlementsRevision', 'metadata', 'notes'] as const),
);

type LoadedKey = Omit<StoredProperties<typeof LicenseKeyMapping>, 'digest' | 'encryptedKey' | 'reservedUntil'>;

/** The stored fields of a key, which the aggregate keeps private. */
export type LicenseKeyState = LoadedKey & { key: string; customerDeleted: boolean; activations: Activation[] };

/** What was read beside a key, and is not part of it. */
interface Beside {
  customer: EmbeddedCustomer;
}

/**
 * A row as the locking statements select it. `n` is the position of the search target; `databaseTime` is null unless the key has
 * reservations.
 */
export type LockedRow = LoadedRow<LoadedKey> & {
  n: number;
  encryptedKey: Buffer | null;
  customerDeleted: boolean;
  databaseTime: number | null;
} & Beside;

/** `readAt` is the time at which a check-out was read; null if the activation has none. The profile is read only if it is needed. */
export type LoadedActivationRow = LoadedRow<Omit<StoredProperties<typeof ActivationMapping>, 'deviceProfile'>> & {
  readonly readAt: number | null;
  readonly deviceProfile?: DeviceProfile | null;
};

/** What is read of a key to encrypt its string again. */
export type OutdatedRow = Pick<StoredProperties<typeof LicenseKeyMapping>, 'organizationId' | 'id' | 'encryptedKey'>;

export const stateOf = (key: LicenseKey): LicenseKeyState => key as unknown as LicenseKeyState;

/** The customer of a key that was locked by its string. */
export const customerOf = (key: LicenseKey): EmbeddedCustomer => (key as unknown as Beside).customer;

export function toLicenseKey(row: LockedRow, key: string): LicenseKey {
  const licenseKey = LOADED_KEY.load(Object.create(LicenseKey.prototype) as LicenseKey, row);
  const state = stateOf(licenseKey) as LicenseKeyState & Beside;
  state.customer = row.customer;
  state.key = key;
  state.customerDeleted = row.customerDeleted;
  state.activations = [];
  if (row.policy?.floating) licenseKey.checkOuts = new CheckOuts(row.policy.floating);
  return licenseKey;
}

export function toActivation(row: LoadedActivationRow): Activation {
  const activation = LOADED_ACTIVATION.load(Object.create(Activation.prototype) as Activation, row);
  activation.deviceProfile = row.deviceProfile ?? null;
  return activation;
}
