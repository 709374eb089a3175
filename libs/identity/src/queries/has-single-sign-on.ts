import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { HasSingleSignOn } from '#organizations/needs';
import { readDb } from '#engine/persistence';
import type { SingleSignOnTables } from '../adapters/persistence/single-sign-on.mapping.ts';

@QueryHandler(HasSingleSignOn)
export class HasSingleSignOnHandler implements IQueryHandler<HasSingleSignOn> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: HasSingleSignOn): Promise<boolean> {
    const connections = readDb<SingleSignOnTables>(this.em).selectFrom('identity.openid_connections').select('id');
    const found = connections.where('organization_id', '=', organizationId).where('is_enabled', '=', true);
    return (await found.executeTakeFirst()) !== undefined;
  }
}
