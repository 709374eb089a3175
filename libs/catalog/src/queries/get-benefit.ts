import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { BenefitView } from '../views/benefit.view.ts';
import { COLUMNS, toBenefitView, visibleBenefits } from './visible-benefits.ts';

export class GetBenefit extends Query<BenefitView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetBenefit)
export class GetBenefitHandler implements IQueryHandler<GetBenefit> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetBenefit): Promise<BenefitView> {
    const row = await visibleBenefits(this.em, access.visible).select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toBenefitView(row);
  }
}
