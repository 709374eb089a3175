import { auditedAs, BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import { Activation } from '../../domain/activations/activation.ts';
import type { ActivationState } from '../../domain/activations/activation-state.ts';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { CheckOuts } from '../../domain/floating/check-outs.ts';
import { FIELD_NAMES, fieldsIn, type PresentedKeyState } from '../../domain/keys/license-key-fields.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import type { EmbeddedCustomer, LoadedWithKey } from '../../domain/keys/loaded-with-key.ts';
import { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { ActivationMapping, KeyStringMapping, LicenseKeyMapping, ReservedKeyMapping } from './license-key.mapping.ts';

export const KEYS = BatchTable.of(LicenseKeyMapping);
export const KEY_STRINGS = BatchTable.of(KeyStringMapping);
export const ACTIVATIONS = BatchTable.of(ActivationMapping);
/** What every use of an activation reads. */
export const LOADED_ACTIVATION = ACTIVATIONS.without('deviceProfile');
export const RESERVED_KEYS = BatchTable.of(ReservedKeyMapping);

/** The fields of a key. Its string comes from the request or is decrypted. */
export const WHOLE_KEY = KEYS.only(...FIELD_NAMES);
/** The fields of a key that an application presents. */
export const PRESENTED_KEY = KEYS.only(...fieldsIn('presented'));

type StoredKey = StoredProperties<typeof LicenseKeyMapping>;

/** What locking statements select beside the fields of a key. `n` is the position of the search target. */
interface LockedRow {
  readonly n: number;
  readonly encryptedKey: Buffer | null;
  readonly customerDeleted: boolean;
  /** Null unless the key has reservations. */
  readonly databaseTime: number | null;
  readonly customer: EmbeddedCustomer;
}

export type PresentedKeyRow = LockedRow & LoadedRow<Pick<StoredKey, keyof PresentedKeyState & keyof StoredKey>>;
export type WholeKeyRow = LockedRow & LoadedRow<Pick<StoredKey, (typeof FIELD_NAMES)[number]>>;

/** `readAt` is the time at which a check-out was read; null if the activation has none. The profile is read only if it is needed. */
export type LoadedActivationRow = LoadedRow<Omit<StoredProperties<typeof ActivationMapping>, 'deviceProfile'>> & {
  readonly readAt: number | null;
  readonly deviceProfile?: DeviceProfile | null;
};

/** What is read of a key to encrypt its string again. */
export type OutdatedKeyRow = Pick<StoredKey, 'organizationId' | 'id' | 'encryptedKey'> &
  Pick<StoredProperties<typeof KeyStringMapping>, 'kind'>;

/** A key that was found by its string. */
export const toPresentedKey = (row: PresentedKeyRow, key: string, databaseTime: Date | undefined): PresentedLicenseKey =>
  PresentedLicenseKey.restore(
    { ...PRESENTED_KEY.read(row), key, customerDeleted: row.customerDeleted },
    besideRow(row, databaseTime),
  );

/** A key that was found by its ID. */
export const toLicenseKey = (row: WholeKeyRow, key: string, databaseTime: Date | undefined): LicenseKey =>
  LicenseKey.restore({ ...WHOLE_KEY.read(row), key, customerDeleted: row.customerDeleted }, besideRow(row, databaseTime));

const besideRow = (
  { policy, customer }: Pick<PresentedKeyRow, 'policy' | 'customer'>,
  databaseTime: Date | undefined,
): LoadedWithKey => ({
  embeddedCustomer: customer,
  checkOuts: policy?.floating && new CheckOuts(policy.floating),
  databaseTime,
});

const AUDITED: ReadonlySet<string> = new Set(fieldsIn('audit'));
const PRESENTED: ReadonlySet<string> = new Set(PRESENTED_KEY.properties);
/** IDs of devices may be secret. */
const AUDITED_AS = { type: 'license_key', stateOf: ({ stored }: PresentedLicenseKey) => stored, masked: ['allowedDevices'] };

auditedAs(PresentedLicenseKey, LicenseKeyMapping, {
  ...AUDITED_AS,
  without: KEYS.properties.filter((name) => !AUDITED.has(name) || !PRESENTED.has(name)),
});
auditedAs(LicenseKey, LicenseKeyMapping, {
  ...AUDITED_AS,
  without: KEYS.properties.filter((name) => !AUDITED.has(name)),
  others: ({ leasing }) => (leasing ? { held_places: leasing.heldPlaces.length } : {}),
});

/** Conditions are secret, and so may be the device and the installation. */
auditedAs(Activation, ActivationMapping, {
  type: 'activation',
  stateOf: ({ stored }) => stored,
  without: ['conditions', 'device', 'installation', 'placeId', 'checkoutExpiresAt', 'lastHeartbeatAt', 'sweepAt'],
});

export const toActivation = (row: LoadedActivationRow): Activation =>
  Activation.restore({ ...LOADED_ACTIVATION.read(row), deviceProfile: row.deviceProfile ?? null } satisfies ActivationState);
