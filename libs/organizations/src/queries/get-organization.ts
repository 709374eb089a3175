import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { OrganizationView } from './organization.view.ts';
import { ORGANIZATION_COLUMNS, toOrganizationView, visibleOrganizations } from './visible-organizations.ts';

export class GetOrganization extends Query<OrganizationView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetOrganization): Promise<OrganizationView> {
    access.assertSees(id);
    const row = await visibleOrganizations(this.em, access).select(ORGANIZATION_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toOrganizationView(row);
  }
}
