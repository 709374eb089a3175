import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#platform/persistence';
import { type BenefitView, FindBenefits } from '../contract/index.ts';
import { allBenefits, COLUMNS, toBenefitView } from './visible-benefits.ts';

@QueryHandler(FindBenefits)
export class FindBenefitsHandler implements IQueryHandler<FindBenefits> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindBenefits): Promise<ReadonlyMap<string, BenefitView>> {
    const rows = await allBenefits(this.em).select(COLUMNS).where(anyOf('id', ids)).execute();
    return new Map(rows.map((row) => [row.id, toBenefitView(row)]));
  }
}
