import { defineEntity, p } from '@mikro-orm/core';
import { auditedAs, entityClass } from '#engine/persistence';
import { EmailChange } from '../../domain/email-change.ts';

export const EmailChangeMapping = defineEntity({
  class: entityClass(EmailChange),
  schema: 'customer_portal',
  tableName: 'email_changes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    email: p.text(),
    previousEmail: p.text(),
    digest: p.blob().nullable(),
    requestedAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});

auditedAs(EmailChange, EmailChangeMapping, { type: 'email_change', without: ['digest'] });
