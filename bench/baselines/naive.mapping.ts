import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { Activation } from '../../libs/licensing/src/domain/activations/activation.ts';
import { LicenseKey } from '../../libs/licensing/src/domain/keys/license-key.ts';

const time = () => p.datetime(3);

/** The aggregate as a conventional ORM entity, found by its digest. The encrypted string stays in its row. */
export const LicenseKeyMapping = defineEntity({
  class: entityClass(LicenseKey),
  schema: 'licensing',
  tableName: 'license_keys',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    benefitId: p.uuid(),
    digest: p.blob().lazy(),
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
    recentNetworks: p.text(),
    policy: p.json().nullable(),
    policyState: p.json().nullable(),
  },
});

export const ActivationMapping = defineEntity({
  class: entityClass(Activation),
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
