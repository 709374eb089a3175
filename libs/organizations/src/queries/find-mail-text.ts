import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '#support/languages';
import type { MailWording } from '#support/mails';
import { readDb } from '#engine/persistence';
import type { MailTextTables } from '../adapters/persistence/mail-text.mapping.ts';

/** What an organization wrote for a mail; undefined if the mail has the text of the service. */
export class FindMailText extends Query<MailWording | undefined> {
  constructor(readonly which: { readonly organizationId: string; readonly mail: string; readonly language: Language }) {
    super();
  }
}

@QueryHandler(FindMailText)
export class FindMailTextHandler implements IQueryHandler<FindMailText> {
  constructor(private readonly em: EntityManager) {}

  execute({ which: { organizationId, mail, language } }: FindMailText): Promise<MailWording | undefined> {
    return readDb<MailTextTables>(this.em)
      .selectFrom('organizations.mail_texts')
      .select(['subject', 'body'])
      .where('organization_id', '=', organizationId)
      .where('mail', '=', mail)
      .where('language', '=', language)
      .executeTakeFirst();
  }
}
