import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { BRANDING_COLUMNS, type BrandingView } from './branding.view.ts';
import { visibleOrganizations } from './visible-organizations.ts';

export class GetBranding extends Query<BrandingView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetBranding)
export class GetBrandingHandler implements IQueryHandler<GetBranding> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetBranding): Promise<BrandingView> {
    access.assertSees(id);
    return visibleOrganizations(this.em, access)
      .select(BRANDING_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
  }
}
