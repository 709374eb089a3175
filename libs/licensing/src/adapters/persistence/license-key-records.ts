import { Activation } from '../../domain/activation.ts';
import type { Conditions } from '../../domain/conditions.ts';
import type { Status } from '../../domain/license-key.errors.ts';
import { LicenseKey } from '../../domain/license-key.ts';

/** The stored state of a key: the aggregate's fields, seen from the adapter. */
export interface LicenseKeyState {
  id: string;
  organizationId: string;
  customerId: string;
  memberId: string | null;
  benefitId: string;
  grantId: string | null;
  grantRevision: number | null;
  key: string;
  displayKey: string;
  status: Status;
  limitActivations: number | null;
  activationCount: number;
  usage: number;
  limitUsage: number | null;
  validations: number;
  lastValidatedAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
  modifiedAt: Date | null;
}

/** A row as the locking statements select it; times are milliseconds since the epoch. */
export interface LockedRow {
  n: number;
  id: string;
  organization_id: string;
  customer_id: string;
  benefit_id: string;
  grant_id: string | null;
  grant_revision: number | null;
  sealed_key: Buffer | null;
  display_key: string;
  status: Status;
  limit_activations: number | null;
  activation_count: number;
  usage: number;
  limit_usage: number | null;
  validations: number;
  last_validated_at: number | null;
  expires_at: number | null;
  created_at: number;
  modified_at: number | null;
}

/** What there is of a key that is sealed anew. */
export interface SealedRow {
  organization_id: string;
  id: string;
  sealed_key: Buffer;
}

export interface LockedActivationRow {
  id: string;
  organization_id: string;
  license_key_id: string;
  label: string;
  conditions: Conditions;
  meta: Conditions;
  device: string | null;
  created_at: number;
  modified_at: number | null;
}

/** PostgreSQL computes in seconds, whose fractions are not exact. */
const instant = (milliseconds: number): Date => new Date(Math.round(milliseconds));

export const instantOrNone = (milliseconds: number | null): Date | null => (milliseconds === null ? null : instant(milliseconds));

export const stateOf = (key: LicenseKey): LicenseKeyState => key as unknown as LicenseKeyState;

/** Without the member: no change asks for it. */
export function toLicenseKey(row: LockedRow, key: string): LicenseKey {
  const state: Omit<LicenseKeyState, 'memberId'> & { activations: Activation[] } = {
    id: row.id,
    organizationId: row.organization_id,
    customerId: row.customer_id,
    benefitId: row.benefit_id,
    grantId: row.grant_id,
    grantRevision: row.grant_revision,
    key,
    displayKey: row.display_key,
    status: row.status,
    limitActivations: row.limit_activations,
    activationCount: row.activation_count,
    usage: row.usage,
    limitUsage: row.limit_usage,
    validations: row.validations,
    lastValidatedAt: instantOrNone(row.last_validated_at),
    expiresAt: instantOrNone(row.expires_at),
    createdAt: instant(row.created_at),
    modifiedAt: instantOrNone(row.modified_at),
    activations: [],
  };
  return Object.assign(Object.create(LicenseKey.prototype) as LicenseKey, state);
}

export const toActivation = (row: LockedActivationRow): Activation =>
  Object.assign(Object.create(Activation.prototype) as Activation, {
    id: row.id,
    organizationId: row.organization_id,
    licenseKeyId: row.license_key_id,
    label: row.label,
    conditions: row.conditions,
    meta: row.meta,
    device: row.device,
    createdAt: instant(row.created_at),
    modifiedAt: instantOrNone(row.modified_at),
    deactivatedAt: null,
  });
