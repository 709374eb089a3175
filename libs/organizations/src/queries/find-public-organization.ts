import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPublicOrganization, type PublicOrganizationView } from '../contract/index.ts';
import { publicRows, toPublicView } from './public-organizations.ts';

@QueryHandler(FindPublicOrganization)
export class FindPublicOrganizationHandler implements IQueryHandler<FindPublicOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ slug }: FindPublicOrganization): Promise<PublicOrganizationView | undefined> {
    const known = publicRows(this.em).where('slug', '=', slug).where('status', '<>', 'blocked');
    const row = await known.executeTakeFirst();
    return row && toPublicView(row);
  }
}
