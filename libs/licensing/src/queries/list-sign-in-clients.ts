import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId } from '#engine/persistence';
import type { SignInClientView } from './sign-in.view.ts';
import { benefitIds, CLIENT_COLUMNS, visibleSignInClients } from './visible-sign-in-clients.ts';

/** The newest first. */
export class ListSignInClients extends Query<Page<SignInClientView>> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListSignInClients)
export class ListSignInClientsHandler implements IQueryHandler<ListSignInClients> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds, paging }: ListSignInClients): Promise<Page<SignInClientView>> {
    const clients = visibleSignInClients(this.em, access.narrow(organizationIds));
    const [rows, { total }] = await Promise.all([
      clients
        .select([...CLIENT_COLUMNS, benefitIds()])
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      clients.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}
