import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { LANGUAGES } from '#support/languages';
import { mailTemplates } from '#support/mails';
import { readDb } from '#engine/persistence';
import type { MailTextTables } from '../adapters/persistence/mail-text.mapping.ts';
import type { MailTextsView } from './mail-text.view.ts';

/** Every mail that an organization may write itself, with what it wrote and the text of the service. */
export class ListMailTexts extends Query<MailTextsView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(ListMailTexts)
export class ListMailTextsHandler implements IQueryHandler<ListMailTexts> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId }: ListMailTexts): Promise<MailTextsView> {
    access.assertSees(organizationId);
    const texts = await readDb<MailTextTables>(this.em)
      .selectFrom('organizations.mail_texts')
      .select(['mail', 'language', 'subject', 'body', 'modified_at'])
      .where('organization_id', '=', organizationId)
      .execute();
    const items = mailTemplates().flatMap(({ name, wordable }) => {
      if (wordable === null) return [];
      const { placeholders, required, wordingIn } = wordable;
      return LANGUAGES.map((language) => {
        const written = texts.find((each) => each.mail === name && each.language === language);
        const { subject = null, body = null, modified_at = null } = written ?? {};
        return {
          mail: name,
          language,
          placeholders: [...placeholders],
          required_placeholders: [...required],
          subject,
          body,
          default: wordingIn(language),
          modified_at,
        };
      });
    });
    return { items };
  }
}
