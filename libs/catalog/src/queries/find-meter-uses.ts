import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindMeterUses } from '../contract/index.ts';
import type { MeterUsage } from '../contract/find-meter-uses.ts';

@QueryHandler(FindMeterUses)
export class FindMeterUsesHandler implements IQueryHandler<FindMeterUses> {
  constructor(private readonly em: EntityManager) {}

  async execute({ meterId }: FindMeterUses): Promise<MeterUsage> {
    const { rows } = await sql<MeterUsage>`select
      exists (
        select from catalog.prices price join catalog.products product on product.id = price.product_id
        where price.terms ->> 'meter_id' = ${meterId} and price.archived_at is null
          and not product.is_archived and product.deleted_at is null
      ) as "activeProducts",
      exists (
        select from catalog.benefits where properties ->> 'meter_id' = ${meterId} and deleted_at is null
      ) as "activeBenefits"`.execute(readDb<object>(this.em));
    return rows[0]!;
  }
}
