import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { PortalUrl } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { readDb } from '#engine/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { PortalSessionTables } from '../adapters/persistence/portal-session.mapping.ts';
import { FindCustomers } from '../contract/index.ts';
import type { CustomerSessionView } from './session.view.ts';

/** A session that was just created, with its token and the portal link that signs in. */
export class GetOpenedSession extends Query<CustomerSessionView> {
  constructor(readonly opened: { readonly id: string; readonly token: string }) {
    super();
  }
}

@QueryHandler(GetOpenedSession)
export class GetOpenedSessionHandler implements IQueryHandler<GetOpenedSession> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly portal: PortalUrl,
  ) {}

  async execute({ opened: { id, token } }: GetOpenedSession): Promise<CustomerSessionView> {
    const { organization_id, member_email, ...session } = await readDb<MemberTables & PortalSessionTables>(this.em)
      .selectFrom('customer_portal.sessions as s')
      .leftJoin('customer_portal.members as m', 'm.id', 's.member_id')
      .select(['s.id', 's.created_at', 's.modified_at', 's.expires_at', 's.return_url', 's.customer_id', 's.organization_id'])
      .select('m.email as member_email')
      .where('s.id', '=', id)
      .executeTakeFirstOrThrow();
    const [customers, organizations] = await Promise.all([
      this.queries.execute(new FindCustomers([session.customer_id])),
      this.queries.execute(new FindOrganizations([organization_id])),
    ]);
    const customer = customers.get(session.customer_id)!;
    const email = member_email ?? customer.email;
    const link = new URLSearchParams({ customer_session_token: token, ...(email ? { email } : {}) });
    const customer_portal_url = `${this.portal.portalUrl}/portal/${organizations.get(organization_id)!.slug}?${link.toString()}`;
    return { ...session, token, customer_portal_url, customer };
  }
}
