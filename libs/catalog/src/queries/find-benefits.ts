import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, BatchLoader } from '#platform/persistence';
import { type BenefitView, FindBenefits } from '../contract/index.ts';
import { allBenefits, COLUMNS, toBenefitView } from './visible-benefits.ts';

/** All that are looked up at the same time are read by one statement. */
@QueryHandler(FindBenefits)
export class FindBenefitsHandler implements IQueryHandler<FindBenefits> {
  private readonly benefits = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindBenefits): Promise<ReadonlyMap<string, BenefitView>> {
    return this.benefits.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, BenefitView>> {
    const rows = await allBenefits(this.em).select(COLUMNS).where(anyOf('id', ids)).execute();
    return new Map(rows.map((row) => [row.id, toBenefitView(row)]));
  }
}
