import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { mailTemplates } from '#support/mails';
import { render } from '#platform/mail';
import { FindOrganizations } from '../contract/index.ts';
import { ownPreview } from './own-preview.ts';
import type { MailPreviewsView } from './mail-preview.view.ts';

/** Every mail of the service as an organization sends it, with sample data. */
export class ListMailPreviews extends Query<MailPreviewsView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    /** Null for the language of the organization. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@QueryHandler(ListMailPreviews)
export class ListMailPreviewsHandler implements IQueryHandler<ListMailPreviews> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access, organizationId, locale }: ListMailPreviews): Promise<MailPreviewsView> {
    access.assertSees(organizationId);
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (!organization) throw new ResourceNotFound();
    const { sender } = organization;
    const previews = mailTemplates().map(async (template) => {
      const email = await ownPreview(template, { organizationId, sender, locale }, this.queries);
      const { layout, name } = template;
      return { mail: name, layout, language: email.language, subject: email.subject, text: render(email).text };
    });
    return { items: await Promise.all(previews) };
  }
}
