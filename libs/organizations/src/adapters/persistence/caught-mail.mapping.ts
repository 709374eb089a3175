import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

export const CaughtMailMapping = defineEntity({
  name: 'CaughtMailRow',
  schema: 'organizations',
  tableName: 'caught_mails',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    createdAt: p.datetime(3),
    /** Recipient, subject and text, as encrypted JSON. */
    encryptedMail: p.blob(),
  },
});

export interface CaughtMailTables {
  'organizations.caught_mails': InferKyselyTable<typeof CaughtMailMapping>;
}
