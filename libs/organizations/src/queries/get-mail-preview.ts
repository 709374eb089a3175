import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { mailTemplates } from '#support/mails';
import { render } from '#platform/mail';
import { FindOrganizations } from '../contract/index.ts';
import { ownPreview } from './own-preview.ts';

/** The HTML of a mail as an organization sends it, with sample data. */
export class GetMailPreview extends Query<string> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly mail: string,
    /** Null for the language of the organization. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@QueryHandler(GetMailPreview)
export class GetMailPreviewHandler implements IQueryHandler<GetMailPreview> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access, organizationId, mail, locale }: GetMailPreview): Promise<string> {
    access.assertSees(organizationId);
    const template = mailTemplates().find(({ name }) => name === mail);
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (!organization || !template) throw new ResourceNotFound();
    const { sender } = organization;
    return render(await ownPreview(template, { organizationId, sender, locale }, this.queries)).html;
  }
}
