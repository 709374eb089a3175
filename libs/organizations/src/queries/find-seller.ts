import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindSeller, type PublicOrganizationView } from '../contract/index.ts';
import { publicRows, toPublicView } from './public-organizations.ts';

@QueryHandler(FindSeller)
export class FindSellerHandler implements IQueryHandler<FindSeller> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindSeller): Promise<PublicOrganizationView> {
    return toPublicView(await publicRows(this.em).where('id', '=', organizationId).executeTakeFirstOrThrow());
  }
}
