import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { PortalUrl } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { claimUrl } from '../contract/claim-url.ts';
import type { InvitationView } from './seat.view.ts';

/** An invitation that was just created, with its token and the link that claims the seat. */
export class GetInvitation extends Query<InvitationView> {
  constructor(readonly made: { readonly organizationId: string; readonly token: string; readonly expiresAt: Date }) {
    super();
  }
}

@QueryHandler(GetInvitation)
export class GetInvitationHandler implements IQueryHandler<GetInvitation> {
  constructor(
    private readonly queries: QueryBus,
    private readonly portal: PortalUrl,
  ) {}

  async execute({ made: { organizationId, token, expiresAt } }: GetInvitation): Promise<InvitationView> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    const url = claimUrl(this.portal.portalUrl, organizations.get(organizationId)!.slug, token);
    return { invitation_token: token, claim_url: url, expires_at: expiresAt };
  }
}
