import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { readDb } from '#platform/persistence';
import type { PortalSessionTables } from '../adapters/persistence/portal-session.mapping.ts';
import type { IntrospectedSessionView } from './session.view.ts';

export class IntrospectSession extends Query<IntrospectedSessionView> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(IntrospectSession)
export class IntrospectSessionHandler implements IQueryHandler<IntrospectSession> {
  constructor(private readonly em: EntityManager) {}

  execute({ id }: IntrospectSession): Promise<IntrospectedSessionView> {
    return readDb<PortalSessionTables>(this.em)
      .selectFrom('customer_portal.sessions')
      .select(['expires_at', 'return_url'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
  }
}
