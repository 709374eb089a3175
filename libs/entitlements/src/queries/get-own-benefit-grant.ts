import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { GRANT_COLUMNS } from './grant-columns.ts';
import type { OwnBenefitGrantView } from './own-benefit-grant.view.ts';
import { OwnBenefitGrants } from './own-benefit-grants.ts';

export class GetOwnBenefitGrant extends Query<OwnBenefitGrantView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetOwnBenefitGrant)
export class GetOwnBenefitGrantHandler implements IQueryHandler<GetOwnBenefitGrant> {
  constructor(private readonly own: OwnBenefitGrants) {}

  async execute({ access, id }: GetOwnBenefitGrant): Promise<OwnBenefitGrantView> {
    const row = await this.own.of(access).select(GRANT_COLUMNS).where('id', '=', id).executeTakeFirst();
    const benefits = row ? await this.own.benefits([row.benefit_id]) : [];
    if (!row || benefits.length === 0) throw new ResourceNotFound();
    const [grant] = await this.own.shown(access, [row], benefits);
    return grant!;
  }
}
