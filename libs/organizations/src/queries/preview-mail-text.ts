import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { Language } from '#support/languages';
import type { MailWording } from '#support/mails';
import { render } from '#platform/mail';
import { FindOrganizations } from '../contract/index.ts';
import { assertUsable, wordableMail } from '../contract/wordable-mails.ts';
import type { MailTextPreviewView } from './mail-text.view.ts';

/** How a mail would look with this text, with sample data. Throws `ResourceNotFound` and `ValidationFailed`. */
export class PreviewMailText extends Query<MailTextPreviewView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly mail: string,
    readonly language: Language,
    readonly wording: MailWording,
  ) {
    super();
  }
}

@QueryHandler(PreviewMailText)
export class PreviewMailTextHandler implements IQueryHandler<PreviewMailText> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access, organizationId, mail, language, wording }: PreviewMailText): Promise<MailTextPreviewView> {
    access.assertSees(organizationId);
    access.assertCanManage(organizationId);
    const { preview } = wordableMail(mail);
    assertUsable(mail, wording);
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (!organization) throw new ResourceNotFound();
    const email = preview(organization.sender, language).inWords(wording);
    return { subject: email.subject, ...render(email) };
  }
}
