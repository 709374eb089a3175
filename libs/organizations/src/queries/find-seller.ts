import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPublicOrganization, FindSeller, type SellerSnapshot } from '../contract/find-seller.ts';
import { publicRows, toPublicView } from './public-organizations.ts';

@QueryHandler(FindSeller)
export class FindSellerHandler implements IQueryHandler<FindSeller> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindSeller): Promise<SellerSnapshot> {
    return toPublicView(await publicRows(this.em).where('id', '=', organizationId).executeTakeFirstOrThrow());
  }
}

@QueryHandler(FindPublicOrganization)
export class FindPublicOrganizationHandler implements IQueryHandler<FindPublicOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ slug }: FindPublicOrganization): Promise<SellerSnapshot | undefined> {
    const known = publicRows(this.em).where('slug', '=', slug).where('status', '<>', 'blocked');
    const row = await known.executeTakeFirst();
    return row && toPublicView(row);
  }
}
