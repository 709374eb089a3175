import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { Dispute, type DisputeStatus } from '../../domain/dispute.ts';

const time = () => p.datetime(3);

export const DisputeMapping = defineEntity({
  name: 'DisputeRow',
  schema: 'entitlements',
  tableName: 'disputes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    orderId: p.uuid(),
    customerId: p.uuid(),
    status: p.text().$type<DisputeStatus>(),
    amount: p.integer(),
    taxAmount: p.integer(),
    currency: p.text(),
    reason: p.text().nullable(),
    evidenceDueBy: time().nullable(),
    paymentId: p.text(),
    revokeBenefits: p.boolean(),
    providerToldAt: time().nullable(),
    providerRevision: p.integer().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

export const disputeRows = aggregateRows(Dispute, DisputeMapping).auditedAs({ type: 'dispute' });
