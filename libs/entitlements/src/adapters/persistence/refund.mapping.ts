import { defineEntity, p } from '@mikro-orm/postgresql';
import { auditedAs, entityClass } from '#platform/persistence';
import { Refund, type RefundReason } from '../../domain/refund.ts';

export const RefundMapping = defineEntity({
  class: entityClass(Refund),
  schema: 'entitlements',
  tableName: 'refunds',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    orderId: p.uuid(),
    subscriptionId: p.uuid().nullable(),
    customerId: p.uuid(),
    amount: p.integer(),
    taxAmount: p.integer(),
    currency: p.text(),
    reason: p.text().$type<RefundReason>(),
    comment: p.text().nullable(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    revokeBenefits: p.boolean(),
    createdAt: p.datetime(3),
  },
});

auditedAs(Refund, RefundMapping, { type: 'refund' });
