import { auditedAs, BatchTable, type LoadedRow, type StoredProperties } from '#platform/persistence';
import { Activation } from '../../domain/activations/activation.ts';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { CheckOuts } from '../../domain/floating/check-outs.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import type { LicenseKeyState } from '../../domain/keys/license-key-state.ts';
import type { EmbeddedCustomer } from '../../domain/keys/license-keys.ts';
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
export const LOADED_KEY = KEYS.without('digest', 'encryptedKey', 'reservedUntil', 'noticeAt');
/** Loaded only with a key that is selected by id: nobody announces the expiry of a key that is presented. */
export const LOADED_NOTICE = KEYS.only('noticeAt');

/**
 * What is loaded of a key that an application presents: not how it follows its grant, which only commands that select the key by
 * id depend on, nor what only sellers see.
 */
export const PRESENTED_KEY = LOADED_KEY.without(
  ...(['grantRevision', 'statusRevision', 'setByHand', 'entitlementsRevision', 'metadata', 'notes'] as const),
  ...(['ordinal', 'renewals'] as const),
);

type LoadedKey = Omit<StoredProperties<typeof LicenseKeyMapping>, 'digest' | 'encryptedKey' | 'reservedUntil' | 'noticeAt'>;

/**
 * A row as the locking statements select it. `n` is the position of the search target; `databaseTime` is null unless the key has
 * reservations.
 */
export type LockedRow = LoadedRow<LoadedKey> & {
  n: number;
  encryptedKey: Buffer | null;
  customerDeleted: boolean;
  databaseTime: number | null;
  noticeAt?: number | null;
  /** What was read beside the key, and is not part of it. */
  customer: EmbeddedCustomer;
};

/** `readAt` is the time at which a check-out was read; null if the activation has none. The profile is read only if it is needed. */
export type LoadedActivationRow = LoadedRow<Omit<StoredProperties<typeof ActivationMapping>, 'deviceProfile'>> & {
  readonly readAt: number | null;
  readonly deviceProfile?: DeviceProfile | null;
};

/** What is read of a key to encrypt its string again. */
export type OutdatedKeyRow = Pick<StoredProperties<typeof LicenseKeyMapping>, 'organizationId' | 'id' | 'encryptedKey'> &
  Pick<StoredProperties<typeof KeyStringMapping>, 'kind'>;

const customers = new WeakMap<LicenseKey, EmbeddedCustomer>();

/** The customer that was read with a key that was locked by its string. */
export const customerOf = (key: LicenseKey): EmbeddedCustomer => customers.get(key) ?? null;

export function toLicenseKey(row: LockedRow, key: string): LicenseKey {
  const { customerDeleted, policy, noticeAt } = row;
  const notice = noticeAt === undefined ? undefined : { noticeAt: noticeAt === null ? null : new Date(Math.round(noticeAt)) };
  const licenseKey = LicenseKey.restore({ ...LOADED_KEY.load({} as LoadedKey, row), ...notice, key, customerDeleted });
  if (row.customer !== null) customers.set(licenseKey, row.customer);
  if (policy?.floating) licenseKey.checkOuts = new CheckOuts(policy.floating);
  return licenseKey;
}

/** What of a key is stored in its row, flat, and whether its customer was deleted. */
export const stateOf = (key: LicenseKey): LicenseKeyState => ({
  id: key.id,
  organizationId: key.organizationId,
  customerId: key.holder.customerId,
  memberId: key.holder.memberId,
  customerDeleted: key.holder.customerDeleted,
  grantedAfterDeletion: key.holder.grantedAfterDeletion,
  benefitId: key.benefitId,
  grantId: key.grant.id,
  grantRevision: key.grant.revision,
  ordinal: key.ordinal,
  renewals: key.renewals.stored,
  statusRevision: key.grant.statusRevision,
  setByHand: key.grant.setByHand,
  key: key.string.value,
  stringKind: key.string.kind,
  displayKey: key.string.display,
  status: key.status,
  limitActivations: key.limitActivations,
  activationCount: key.activationCount,
  usage: key.quota.used,
  limitUsage: key.quota.limit,
  reservations: key.quota.reservations,
  validations: key.validations,
  lastValidatedAt: key.lastValidatedAt,
  expiresAt: key.expiresAt,
  createdAt: key.createdAt,
  modifiedAt: key.modifiedAt,
  recentNetworks: key.watch.networks,
  entitlements: key.entitlements.shown,
  entitlementsRevision: key.entitlements.revision,
  metadata: key.metadata,
  notes: key.notes,
  policy: key.policy,
  policyState: key.policyState,
  noticeAt: key.noticeAt,
});

/** What validations and activations count is not in the audit log. The display key is safe to log. */
auditedAs(LicenseKey, LicenseKeyMapping, {
  type: 'license_key',
  stateOf,
  without: [
    ...(['digest', 'encryptedKey', 'grantRevision', 'statusRevision', 'entitlementsRevision', 'recentNetworks'] as const),
    ...(['activationCount', 'usage', 'validations', 'lastValidatedAt', 'policyState', 'renewals'] as const),
    ...(['reservations', 'reservedUntil', 'noticeAt'] as const),
  ],
});

export function toActivation(row: LoadedActivationRow): Activation {
  const activation = LOADED_ACTIVATION.load(Object.create(Activation.prototype) as Activation, row);
  activation.deviceProfile = row.deviceProfile ?? null;
  return activation;
}
