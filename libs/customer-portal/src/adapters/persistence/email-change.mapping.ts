import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { EmailChange } from '../../domain/email-change.ts';

export const EmailChangeMapping = defineEntity({
  name: 'EmailChangeRow',
  schema: 'customer_portal',
  tableName: 'email_changes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    email: p.text(),
    previousEmail: p.text(),
    digest: p.blob().$type<Buffer>().nullable(),
    requestedAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});

export const emailChangeRows = aggregateRows(EmailChange, EmailChangeMapping).auditedAs({
  type: 'email_change',
  without: ['digest'],
});
