import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import { BRANDING_COLUMNS, type PortalBrandingView } from './branding.view.ts';

/** The branding of an organization, for visitors of its portal. Blocked organizations have no portal. */
export class GetPublicBranding extends Query<PortalBrandingView> {
  constructor(readonly slug: string) {
    super();
  }
}

@QueryHandler(GetPublicBranding)
export class GetPublicBrandingHandler implements IQueryHandler<GetPublicBranding> {
  constructor(private readonly em: EntityManager) {}

  execute({ slug }: GetPublicBranding): Promise<PortalBrandingView> {
    return readDb<OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations')
      .select([...BRANDING_COLUMNS, 'time_zone', 'email', 'website', 'customer_portal_settings'])
      .where('slug', '=', slug)
      .where('status', '<>', 'blocked')
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
  }
}
