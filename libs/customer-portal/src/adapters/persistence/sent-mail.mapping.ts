import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { MailOutcome } from '#support/mails';

export const SentMailMapping = defineEntity({
  name: 'SentMailRow',
  schema: 'customer_portal',
  tableName: 'mails',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    resourceId: p.uuid().nullable(),
    mail: p.text(),
    recipient: p.text(),
    outcome: p.text().$type<MailOutcome>(),
    code: p.text().nullable(),
    reason: p.text().nullable(),
    attempts: p.integer(),
    createdAt: p.datetime(3),
    attemptedAt: p.datetime(3),
  },
});

export interface SentMailTables {
  'customer_portal.mails': InferKyselyTable<typeof SentMailMapping>;
}
