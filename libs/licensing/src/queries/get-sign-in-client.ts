import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { SignInClientView } from './sign-in.view.ts';
import { benefitIds, CLIENT_COLUMNS, visibleSignInClients } from './visible-sign-in-clients.ts';

/** Throws `ResourceNotFound`. */
export class GetSignInClient extends Query<SignInClientView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetSignInClient)
export class GetSignInClientHandler implements IQueryHandler<GetSignInClient> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetSignInClient): Promise<SignInClientView> {
    const client = await visibleSignInClients(this.em, access.visible)
      .select([...CLIENT_COLUMNS, benefitIds()])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!client) throw new ResourceNotFound();
    return client;
  }
}
