import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { GRANT_COLUMNS } from './grant-columns.ts';
import type { PortalBenefitGrantView } from './portal-benefit-grant.view.ts';
import { PortalBenefitGrants } from './portal-benefit-grants.ts';

export class GetPortalBenefitGrant extends Query<PortalBenefitGrantView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetPortalBenefitGrant)
export class GetPortalBenefitGrantHandler implements IQueryHandler<GetPortalBenefitGrant> {
  constructor(private readonly own: PortalBenefitGrants) {}

  async execute({ access, id }: GetPortalBenefitGrant): Promise<PortalBenefitGrantView> {
    const row = await this.own.of(access).select(GRANT_COLUMNS).where('id', '=', id).executeTakeFirst();
    const benefits = row ? await this.own.benefits([row.benefit_id]) : [];
    if (!row || benefits.length === 0) throw new ResourceNotFound();
    const [grant] = await this.own.toViews(access, [row], benefits);
    return grant!;
  }
}
