import { defineEntity, p } from '@mikro-orm/core';
import { entityClass } from '#platform/persistence';
import { Activation } from '../../libs/licensing/src/domain/activations/activation.ts';
import type { Status } from '../../libs/licensing/src/domain/keys/license-key.errors.ts';
import type { LicensePolicy, PolicyState } from '../../libs/licensing/src/domain/policy/license-policy.ts';

const time = () => p.datetime(3);

/** The row of a key as a conventional ORM entity, found by its digest. The encrypted string stays in its row. */
export const LicenseKeyMapping = defineEntity({
  name: 'NaiveLicenseKeyRow',
  schema: 'licensing',
  tableName: 'license_keys',
  properties: {
    organizationId: p.uuid(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    benefitId: p.uuid(),
    digest: p.blob().lazy(),
    status: p.text().$type<Status>(),
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
    policy: p.json<LicensePolicy>().nullable(),
    policyState: p.json<PolicyState>().nullable(),
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
