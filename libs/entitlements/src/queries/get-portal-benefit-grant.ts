import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound, ValidationFailed } from '#kernel';
import { GRANT_VIEW_COLUMNS } from './grant-columns.ts';
import type { PortalBenefitGrantView } from './portal-benefit-grant.view.ts';
import { PortalBenefitGrants } from './portal-benefit-grants.ts';

export class GetPortalBenefitGrant extends Query<PortalBenefitGrantView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
    /** The type that the caller takes the benefit to be of. Another one is refused. */
    readonly benefitType?: string,
  ) {
    super();
  }
}

@QueryHandler(GetPortalBenefitGrant)
export class GetPortalBenefitGrantHandler implements IQueryHandler<GetPortalBenefitGrant> {
  constructor(private readonly own: PortalBenefitGrants) {}

  async execute({ access, id, benefitType }: GetPortalBenefitGrant): Promise<PortalBenefitGrantView> {
    const row = await this.own.of(access).select(GRANT_VIEW_COLUMNS).where('id', '=', id).executeTakeFirst();
    const benefits = row ? await this.own.benefits([row.benefit_id]) : [];
    if (!row || benefits.length === 0) throw new ResourceNotFound();
    if (benefitType !== undefined && benefitType !== benefits[0]!.type) {
      throw ValidationFailed.at(['benefitType'], 'Benefit type must match the existing granted benefit type.', benefitType);
    }
    const [grant] = await this.own.toViews(access, [row], benefits);
    return grant!;
  }
}
