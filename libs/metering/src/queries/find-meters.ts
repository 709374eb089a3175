import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindMeters, type MeterSnapshot } from '../contract/index.ts';
import { metersById } from './meter-rows.ts';

@QueryHandler(FindMeters)
export class FindMetersHandler implements IQueryHandler<FindMeters> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindMeters): Promise<ReadonlyMap<string, MeterSnapshot>> {
    if (ids.length === 0) return new Map();
    const meters = await metersById(this.em, ids);
    return new Map(
      [...meters.values()].map(({ id, organization_id, name, unit, custom_label, custom_multiplier, archived_at }) => [
        id,
        {
          id,
          organizationId: organization_id,
          name,
          unit,
          customLabel: custom_label,
          customMultiplier: custom_multiplier,
          isArchived: archived_at !== null,
        },
      ]),
    );
  }
}
