import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import type { IntrospectedSessionView } from './session.view.ts';
import { reading } from './reading.ts';

export class IntrospectSession extends Query<IntrospectedSessionView> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(IntrospectSession)
export class IntrospectSessionHandler implements IQueryHandler<IntrospectSession> {
  constructor(private readonly em: EntityManager) {}

  execute({ id }: IntrospectSession): Promise<IntrospectedSessionView> {
    return reading(this.em)
      .selectFrom('customer_portal.sessions')
      .select(['expires_at', 'return_url'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
  }
}
