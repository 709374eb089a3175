import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { Language } from '#support/languages';

export const MailTextMapping = defineEntity({
  name: 'MailTextRow',
  schema: 'organizations',
  tableName: 'mail_texts',
  properties: {
    organizationId: p.uuid().primary(),
    mail: p.text().primary(),
    language: p.text().$type<Language>().primary(),
    subject: p.text(),
    body: p.text(),
    modifiedAt: p.datetime(3),
  },
});

export interface MailTextTables {
  'organizations.mail_texts': InferKyselyTable<typeof MailTextMapping>;
}
