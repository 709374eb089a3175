import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { FindPublicOrganization } from '#organizations/contract';
import { mapList, type Streamed } from '#support/streamed-lists';
import { asPublicProduct } from '../views/public-product.view.ts';
import { FindPublicProducts } from './find-public-products.ts';
import type { PortalOrganizationView } from './portal-organization.view.ts';

/** An organization and its public products, for visitors of its portal. */
export class GetPortalOrganization extends Query<Streamed<PortalOrganizationView, 'products'>> {
  constructor(readonly slug: string) {
    super();
  }
}

@QueryHandler(GetPortalOrganization)
export class GetPortalOrganizationHandler implements IQueryHandler<GetPortalOrganization> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ slug }: GetPortalOrganization): Promise<Streamed<PortalOrganizationView, 'products'>> {
    const organization = await this.queries.execute(new FindPublicOrganization(slug));
    if (!organization) throw new ResourceNotFound();
    const products = await this.queries.execute(new FindPublicProducts(organization.id));
    return { organization, products: await mapList(products, (page) => page.map(asPublicProduct)) };
  }
}
