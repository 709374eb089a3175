import {
  auditedAs,
  BatchTable,
  type LoadedRow,
  type StoredProperties,
  type BatchStatement,
  batchStatement,
} from '#engine/persistence';
import { Activation } from '../../domain/activations/activation.ts';
import type { ActivationState } from '../../domain/activations/activation-state.ts';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { CheckOuts } from '../../domain/floating/check-outs.ts';
import { FIELD_NAMES, fieldsIn, type PresentedKeyState } from '../../domain/keys/license-key-fields.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import type { EmbeddedCustomer, LoadedWithKey } from '../../domain/keys/loaded-with-key.ts';
import { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import {
  ActivationMapping,
  KeyStringMapping,
  LicenseKeyMapping,
  ReservedKeyMapping,
  SignedLicenseKeyMapping,
} from './license-key.mapping.ts';
import type { CountersState } from '#support/counters';
import type { OrganizationClocks } from '#platform/clocks';
import { milliseconds } from './sql/milliseconds.ts';
import { takenSlots } from './sql/taken-slots.ts';

export const KEYS = BatchTable.of(LicenseKeyMapping);
export const KEY_STRINGS = BatchTable.of(KeyStringMapping);
export const SIGNED_KEYS = BatchTable.of(SignedLicenseKeyMapping);
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

const usedOf = (counters: CountersState): object =>
  Object.fromEntries(Object.entries(counters).map(([name, { used }]) => [name, used]));

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
  others: ({ leasing, policyState, isMailRequested, stored: { entitlementSources: sources } }) => ({
    ...(isMailRequested ? { mail: 'key' } : {}),
    ...(leasing ? { held_places: leasing.heldPlaces.length } : {}),
    ...(policyState?.counters ? { counters: usedOf(policyState.counters) } : {}),
    ...(sources
      ? { add_ons: sources.attached.filter(({ part }) => part).length, entitlements_by_hand: sources.given.length }
      : {}),
  }),
});

/** Conditions are secret, and so may be the device and the installation. */
auditedAs(Activation, ActivationMapping, {
  type: 'activation',
  stateOf: ({ stored }) => stored,
  without: ['conditions', 'device', 'installation', 'placeId', 'checkoutExpiresAt', 'lastHeartbeatAt', 'sweepAt'],
});

export const toActivation = (row: LoadedActivationRow): Activation =>
  Activation.restore({ ...LOADED_ACTIVATION.read(row), deviceProfile: row.deviceProfile ?? null } satisfies ActivationState);

/** The SQL for check-outs of floating keys in the group commit. */

/**
 * The time of the database, if the activation has a check-out, without the distance of the clock of its organization. Read while the key
 * is locked, so it is later than the decisions of those who had the lock before. Whole milliseconds, as the times of check-outs are.
 */
export const TIME_OF_CHECK_OUT = `case when a.checkout_expires_at is not null
    then date_part('epoch', date_trunc('milliseconds', clock_timestamp())) * 1000 end as "readAt"`;

/** How many slots of floating keys are taken, and at which time of their organization. To be read after the keys were locked. */
export const COUNT_CHECK_OUTS = batchStatement(
  'check-outs-count',
  { organizationId: 'uuid', id: 'uuid', ahead: 'float8' },
  (w) => `select w.id as "keyId", date_part('epoch', t.now) * 1000 as "readAt", ${takenSlots('w', 't.now')} as taken
    from ${w} cross join lateral (
      select date_trunc('milliseconds', clock_timestamp()) + ${milliseconds('w.ahead')} as now offset 0
    ) t`,
);

export const WRITE_CHECK_OUTS = ACTIVATIONS.only('checkoutExpiresAt', 'lastHeartbeatAt', 'sweepAt').update('check-outs-write');

/** Activations that may have been silent for long, the earliest first, of all organizations, or of one by its own clock. */
export const silentActivations = (most: number, clocks: OrganizationClocks, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'check-outs-to-sweep', text: `${SILENT} sweep_at <= now() order by sweep_at limit $1`, values: [most] }
    : {
        name: 'check-outs-of-organization-to-sweep',
        text: `${SILENT} organization_id = $2::uuid and sweep_at <= now() + ${milliseconds('$3::float8')} order by sweep_at limit $1`,
        values: [most, organizationId, clocks.aheadMs(organizationId)],
      };

const SILENT = `select organization_id as "organizationId", license_key_id as "licenseKeyId", id as "activationId"
    from licensing.activations where`;
