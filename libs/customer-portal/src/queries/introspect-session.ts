import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import type { PortalPrincipal } from '#platform/auth';
import { readDb } from '#engine/persistence';
import type { PortalSessionTables } from '../adapters/persistence/portal-session.mapping.ts';
import { GetViewer } from './get-viewer.ts';
import type { IntrospectedSessionView } from './session.view.ts';

export class IntrospectSession extends Query<IntrospectedSessionView> {
  constructor(readonly session: Pick<PortalPrincipal, 'sessionId' | 'organizationId' | 'viewer'>) {
    super();
  }
}

@QueryHandler(IntrospectSession)
export class IntrospectSessionHandler implements IQueryHandler<IntrospectSession> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ session: { sessionId, organizationId, viewer } }: IntrospectSession): Promise<IntrospectedSessionView> {
    const session = await readDb<PortalSessionTables>(this.em)
      .selectFrom('customer_portal.sessions')
      .select(['expires_at', 'return_url'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
    return viewer ? { ...session, viewer: await this.queries.execute(new GetViewer(organizationId, viewer)) } : session;
  }
}
