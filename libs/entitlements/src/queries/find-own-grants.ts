import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindGrantHolder, FindOwnGrants, type GrantHolder } from '#catalog/needs';
import { anyOf } from '#engine/persistence';
import { FindBenefitGrants, FindGrantsOfSession } from '../contract/index.ts';
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

const MOST_GRANTS = 10_000;

@QueryHandler(FindGrantsOfSession)
export class FindGrantsOfSessionHandler implements IQueryHandler<FindGrantsOfSession> {
  constructor(private readonly own: PortalBenefitGrants) {}

  execute({ access, benefitIds }: FindGrantsOfSession): Promise<readonly { readonly id: string; readonly benefitId: string }[]> {
    return this.own
      .of(access)
      .where('granted_at', 'is not', null)
      .where(anyOf('benefit_id', benefitIds))
      .select(['id', 'benefit_id as benefitId'])
      .orderBy('granted_at')
      .orderBy('id')
      .limit(MOST_GRANTS)
      .execute();
  }
}

@QueryHandler(FindGrantHolder)
export class FindGrantHolderHandler implements IQueryHandler<FindGrantHolder> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ grantId }: FindGrantHolder): Promise<GrantHolder | undefined> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant?.isGranted) return undefined;
    const { organizationId, customerId, benefitId } = grant;
    return { organizationId, customerId, benefitId };
  }
}
