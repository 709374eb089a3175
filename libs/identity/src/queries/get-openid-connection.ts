import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import type { SingleSignOnTables } from '../adapters/persistence/single-sign-on.mapping.ts';
import { SINGLE_SIGN_ON_CALLBACK } from '../contract/index.ts';
import type { OpenIdConnectionView } from './single-sign-on.view.ts';

const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'organization_id',
  'issuer',
  'client_id',
  'default_role',
  'is_enabled',
  'owners_may_sign_in',
] as const;

/** Throws `ResourceNotFound`. */
export class GetOpenIdConnection extends Query<OpenIdConnectionView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(GetOpenIdConnection)
export class GetOpenIdConnectionHandler implements IQueryHandler<GetOpenIdConnection> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId }: GetOpenIdConnection): Promise<OpenIdConnectionView> {
    access.assertSees(organizationId);
    const connections = readDb<SingleSignOnTables>(this.em).selectFrom('identity.openid_connections').select(COLUMNS);
    const row = await connections.where('organization_id', '=', organizationId).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return { ...row, redirect_path: SINGLE_SIGN_ON_CALLBACK };
  }
}
