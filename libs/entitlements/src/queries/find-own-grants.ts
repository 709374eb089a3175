import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#engine/persistence';
import { FindOwnGrants } from '../contract/index.ts';
import { PortalBenefitGrants } from './portal-benefit-grants.ts';

@QueryHandler(FindOwnGrants)
export class FindOwnGrantsHandler implements IQueryHandler<FindOwnGrants> {
  constructor(private readonly own: PortalBenefitGrants) {}

  async execute({ access, benefitIds }: FindOwnGrants): Promise<ReadonlyMap<string, string>> {
    const granted = this.own.of(access).where('granted_at', 'is not', null);
    const some = benefitIds ? granted.where(anyOf('benefit_id', benefitIds)) : granted;
    const rows = await some.distinctOn('benefit_id').select(['benefit_id', 'id']).orderBy('benefit_id').orderBy('id').execute();
    return new Map(rows.map(({ benefit_id, id }) => [benefit_id, id]));
  }
}
