import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { BenefitGrant, type KeyStatus } from '../../domain/benefit-grant.ts';

const time = () => p.datetime(3);

/** `BatchTable` reads and writes grants in groups. */
export const BenefitGrantMapping = defineEntity({
  name: 'BenefitGrantRow',
  schema: 'entitlements',
  tableName: 'benefit_grants',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    subscriptionId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    benefitId: p.uuid(),
    quantity: p.integer(),
    ordinal: p.integer().nullable(),
    bringsLicenseKey: p.boolean(),
    renewsLicenseKeyId: p.uuid().nullable(),
    properties: p.json<{ license_key_id?: string; display_key?: string }>(),
    grantedAt: time().nullable(),
    revokedAt: time().nullable(),
    revision: p.integer(),
    stateRevision: p.integer(),
    expiryRevision: p.integer(),
    quantityRevision: p.integer(),
    keyStatus: p.text().$type<KeyStatus>().nullable(),
    keyStatusRevision: p.integer(),
    keyStatusEventId: p.bigint('number'),
    revokedEventId: p.bigint('number'),
    transferEventId: p.bigint('number'),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

export const grantRows = aggregateRows(BenefitGrant, BenefitGrantMapping).auditedAs({
  type: 'benefit_grant',
  without: [
    ...(['revision', 'stateRevision', 'expiryRevision', 'quantityRevision', 'keyStatusRevision'] as const),
    ...(['keyStatusEventId', 'revokedEventId', 'transferEventId', 'bringsLicenseKey'] as const),
  ],
});
