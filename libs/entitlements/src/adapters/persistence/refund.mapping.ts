import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { Refund, type RefundReason, type RefundStatus } from '../../domain/refund.ts';

export const RefundMapping = defineEntity({
  name: 'RefundRow',
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
    status: p.text().$type<RefundStatus>(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const refundRows = aggregateRows(Refund, RefundMapping).auditedAs({ type: 'refund' });
