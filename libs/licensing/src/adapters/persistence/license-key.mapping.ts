import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * Tables for queries and their dates. The aggregates themselves are not mapped: MikroORM turns every property of a mapped
 * class into an accessor, and validations make and drop thousands of keys a second (see license-key-records.ts).
 */
const time = () => p.datetime(3);

export const LicenseKeyMapping = defineEntity({
  name: 'LicenseKeyRow',
  schema: 'licensing',
  tableName: 'license_keys',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    benefitId: p.uuid(),
    digest: p.blob(),
    grantId: p.uuid().nullable(),
    grantRevision: p.integer().nullable(),
    sealedKey: p.blob(),
    displayKey: p.text(),
    status: p.text(),
    limitActivations: p.integer().nullable(),
    activationCount: p.integer(),
    usage: p.integer(),
    limitUsage: p.integer().nullable(),
    validations: p.double(),
    lastValidatedAt: time().nullable(),
    expiresAt: time().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

export const ActivationMapping = defineEntity({
  name: 'ActivationRow',
  schema: 'licensing',
  tableName: 'activations',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    licenseKeyId: p.uuid(),
    label: p.text(),
    conditions: p.json(),
    meta: p.json(),
    device: p.text().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
    deactivatedAt: time().nullable(),
  },
});

/** Rows of the schema `licensing`, as queries select them. */
export interface LicensingTables {
  'licensing.license_keys': LicenseKeyRow;
  'licensing.key_strings': { organization_id: string; digest: Buffer; license_key_id: string; valid_until: Date | null };
  'licensing.activations': ActivationRow;
}

export interface LicenseKeyRow {
  organization_id: string;
  id: string;
  customer_id: string;
  member_id: string | null;
  benefit_id: string;
  grant_id: string | null;
  grant_revision: number | null;
  sealed_key: Buffer;
  display_key: string;
  status: 'granted' | 'revoked' | 'disabled';
  limit_activations: number | null;
  usage: number;
  limit_usage: number | null;
  validations: number;
  last_validated_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  modified_at: Date | null;
}

export interface ActivationRow {
  organization_id: string;
  id: string;
  license_key_id: string;
  label: string;
  device: string | null;
  meta: { [name: string]: string | number | boolean };
  created_at: Date;
  modified_at: Date | null;
  deactivated_at: Date | null;
}
