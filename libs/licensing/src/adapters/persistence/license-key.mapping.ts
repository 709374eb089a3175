import type { Reservation } from '#support/reservations';
import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { Conditions } from '../../domain/activations/conditions.ts';
import type { LeasedUnits } from '../../domain/counters/leased-units.ts';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import type { KeyEntitlement } from '../../domain/keys/entitlement-parts.ts';
import type { EntitlementSources } from '../../domain/keys/key-entitlements.ts';
import type { StringKind } from '../../domain/keys/key-string.ts';
import type { Status } from '../../domain/keys/license-key.errors.ts';
import type { StoredRenewals } from '../../domain/keys/stored-renewals.ts';
import type { FollowedTerm, KeyHistory } from '../../domain/keys/license-key.types.ts';
import type { LicensePolicy, PolicyState } from '../../domain/policy/license-policy.ts';
import type { KeyIncrementTables } from './key-increments.mapping.ts';
import type { LicenseKeyTagMapping } from './license-key-tag.mapping.ts';
import type { TrialTables } from './trials.mapping.ts';

/**
 * The tables of the schema `licensing`. The aggregates are not mapped as entities: MikroORM turns every property of a mapped
 * class into an accessor, and validations create thousands of keys a second. `BatchTable` reads and writes them instead.
 */
const time = () => p.datetime(3);

export const LicenseKeyMapping = defineEntity({
  name: 'LicenseKeyRow',
  schema: 'licensing',
  tableName: 'license_keys',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    benefitId: p.uuid(),
    digest: p.blob().$type<Buffer>(),
    grantId: p.uuid().nullable(),
    grantRevision: p.integer().nullable(),
    ordinal: p.integer().nullable(),
    renewals: p.json<StoredRenewals>().nullable(),
    statusRevision: p.integer(),
    setByHand: p.json<readonly FollowedTerm[]>(),
    encryptedKey: p.blob().$type<Buffer>(),
    displayKey: p.text(),
    status: p.text().$type<Status>(),
    limitActivations: p.integer().nullable(),
    allowedDevices: p.json<string[]>().nullable(),
    activationCount: p.integer(),
    usage: p.integer(),
    limitUsage: p.integer().nullable(),
    validations: p.bigint('number'),
    lastValidatedAt: time().nullable(),
    expiresAt: time().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
    grantedAfterDeletion: p.boolean(),
    recentNetworks: p.text(),
    entitlements: p.json<KeyEntitlement[]>().nullable(),
    entitlementsRevision: p.integer(),
    entitlementSources: p.json<EntitlementSources>().nullable(),
    entitlementsEndAt: time().nullable(),
    metadata: p.json<{ [name: string]: string | number | boolean }>().nullable(),
    notes: p.text().nullable(),
    policy: p.json<LicensePolicy>().nullable(),
    policyState: p.json<PolicyState>().nullable(),
    reservations: p.json<readonly Reservation[]>().nullable(),
    reservedUntil: time().nullable(),
    noticeAt: time().nullable(),
    overLimitSince: time().nullable(),
    releaseAt: time().nullable(),
  },
});

/** Customers that were deleted. Their keys are refused at once, before each of them is revoked. */
export const DeletedCustomerMapping = defineEntity({
  name: 'DeletedCustomerRow',
  schema: 'licensing',
  tableName: 'deleted_customers',
  properties: {
    organizationId: p.uuid().primary(),
    customerId: p.uuid().primary(),
  },
});

/**
 * The keyed digest of every string that is or was valid for a key. The current string has no `validUntil`. `form` is the digest of its
 * normal form; null until it is computed, and where another string has it, whose digest is then `sharesFormWith`. `kind` is null for
 * strings that were stored before it was.
 */
export const KeyStringMapping = defineEntity({
  name: 'KeyStringRow',
  schema: 'licensing',
  tableName: 'key_strings',
  properties: {
    organizationId: p.uuid().primary(),
    digest: p.blob().$type<Buffer>().primary(),
    licenseKeyId: p.uuid(),
    validUntil: time().nullable(),
    form: p.blob().$type<Buffer>().nullable(),
    sharesFormWith: p.blob().$type<Buffer>().nullable(),
    kind: p.text().$type<StringKind>().nullable(),
  },
});

/** The place that a string which proves itself has in the status lists, and until when it is valid after a rotation. */
export const SignedLicenseKeyMapping = defineEntity({
  name: 'SignedLicenseKeyRow',
  schema: 'licensing',
  tableName: 'signed_license_keys',
  properties: {
    organizationId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    serial: p.integer().primary(),
    endsAt: time().nullable(),
    validUntil: time().nullable(),
  },
});

/** The string that a key of a purchase will have. It is removed when the key is issued. */
export const ReservedKeyMapping = defineEntity({
  name: 'ReservedKeyRow',
  schema: 'licensing',
  tableName: 'reserved_keys',
  properties: {
    organizationId: p.uuid().primary(),
    purchaseId: p.uuid().primary(),
    benefitId: p.uuid().primary(),
    encryptedKey: p.blob().$type<Buffer>(),
    history: p.json<KeyHistory>().nullable(),
  },
});

/** The last decision about a grant that had no key then. */
export const NotedDecisionMapping = defineEntity({
  name: 'NotedDecisionRow',
  schema: 'licensing',
  tableName: 'noted_decisions',
  properties: {
    organizationId: p.uuid().primary(),
    grantId: p.uuid().primary(),
    revision: p.integer(),
  },
});

export const ActivationMapping = defineEntity({
  name: 'ActivationRow',
  schema: 'licensing',
  tableName: 'activations',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    licenseKeyId: p.uuid(),
    label: p.text(),
    conditions: p.json<Conditions>(),
    meta: p.json<{ [name: string]: string | number | boolean }>(),
    device: p.text().nullable(),
    installation: p.text().nullable(),
    placeId: p.uuid().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
    deactivatedAt: time().nullable(),
    checkoutExpiresAt: time().nullable(),
    lastHeartbeatAt: time().nullable(),
    sweepAt: time().nullable(),
    deviceProfile: p.json<DeviceProfile>().nullable(),
  },
});

/** The lease of an activation, renewed in place. Kept until it is over, also when the activation ends. */
export const LeaseMapping = defineEntity({
  name: 'LeaseRow',
  schema: 'licensing',
  tableName: 'leases',
  properties: {
    organizationId: p.uuid().primary(),
    activationId: p.uuid().primary(),
    licenseKeyId: p.uuid(),
    statusIndex: p.integer(),
    id: p.uuid(),
    issuedAt: time(),
    expiresAt: time(),
    heldUntil: time(),
    endedAt: time().nullable(),
    holdsSlot: p.boolean(),
    deviceKey: p.text().nullable(),
    returnedAt: time().nullable(),
    placeUntil: time().nullable(),
    placeId: p.uuid().nullable(),
    placeEndReason: p.text().nullable(),
    units: p.json<LeasedUnits>().nullable(),
  },
});

/** The first place in the status lists of an organization that is not reserved. */
export const StatusIndexMapping = defineEntity({
  name: 'StatusIndexRow',
  schema: 'licensing',
  tableName: 'status_indexes',
  properties: {
    organizationId: p.uuid().primary(),
    nextIndex: p.integer(),
  },
});

/** Keys with which answers are signed. The private part is encrypted, and deleted when the key retires. */
export const SigningKeyMapping = defineEntity({
  name: 'SigningKeyRow',
  schema: 'licensing',
  tableName: 'signing_keys',
  properties: {
    organizationId: p.uuid().primary(),
    kid: p.text().primary(),
    purpose: p.text().$type<'root' | 'signing'>(),
    publicKey: p.text(),
    encryptedPrivateKey: p.blob().$type<Buffer>().nullable(),
    createdAt: time(),
    activeFrom: time(),
    coversUntil: time(),
  },
});

export type LicenseKeyRow = InferKyselyTable<typeof LicenseKeyMapping>;

/** Rows of the schema `licensing`, as queries select them. */
export interface LicensingTables extends Pick<TrialTables, 'licensing.trial_components'>, KeyIncrementTables {
  'licensing.license_keys': LicenseKeyRow;
  'licensing.key_strings': InferKyselyTable<typeof KeyStringMapping>;
  'licensing.license_key_tags': InferKyselyTable<typeof LicenseKeyTagMapping>;
  'licensing.deleted_customers': InferKyselyTable<typeof DeletedCustomerMapping>;
  'licensing.reserved_keys': InferKyselyTable<typeof ReservedKeyMapping>;
  'licensing.noted_decisions': InferKyselyTable<typeof NotedDecisionMapping>;
  'licensing.activations': InferKyselyTable<typeof ActivationMapping>;
  'licensing.leases': InferKyselyTable<typeof LeaseMapping>;
  'licensing.status_indexes': InferKyselyTable<typeof StatusIndexMapping>;
  'licensing.signing_keys': InferKyselyTable<typeof SigningKeyMapping>;
}
