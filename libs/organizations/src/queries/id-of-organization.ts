import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import { IdOfOrganization } from '../contract/index.ts';

@QueryHandler(IdOfOrganization)
export class IdOfOrganizationHandler implements IQueryHandler<IdOfOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ slug }: IdOfOrganization): Promise<string> {
    const organizations = readDb<OrganizationsTables>(this.em).selectFrom('organizations.organizations');
    const row = await organizations.select('id').where('slug', '=', slug.toLowerCase()).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.id;
  }
}
