import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import { FindOrganizationViews } from '../views/index.ts';
import { ORGANIZATION_COLUMNS, toOrganizationView } from './visible-organizations.ts';

@QueryHandler(FindOrganizationViews)
export class FindOrganizationViewsHandler implements IQueryHandler<FindOrganizationViews> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindOrganizationViews): Promise<ReadonlyMap<string, object>> {
    const all = readDb<OrganizationsTables>(this.em).selectFrom('organizations.organizations').select(ORGANIZATION_COLUMNS);
    return new Map((await all.where(anyOf('id', ids)).execute()).map((row) => [row.id, toOrganizationView(row)]));
  }
}
