import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { asPublicProduct, FindPublicProducts } from '#catalog/contract';
import { ResourceNotFound } from '#kernel';
import { FindPublicOrganization } from '#organizations/contract';
import type { PortalOrganizationView } from './portal-organization.view.ts';

/** A seller and what it offers, for whoever comes to its portal. */
export class GetPortalOrganization extends Query<PortalOrganizationView> {
  constructor(readonly slug: string) {
    super();
  }
}

@QueryHandler(GetPortalOrganization)
export class GetPortalOrganizationHandler implements IQueryHandler<GetPortalOrganization> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ slug }: GetPortalOrganization): Promise<PortalOrganizationView> {
    const organization = await this.queries.execute(new FindPublicOrganization(slug));
    if (!organization) throw new ResourceNotFound();
    const products = await this.queries.execute(new FindPublicProducts(organization.id));
    return { organization, products: products.map(asPublicProduct) };
  }
}
