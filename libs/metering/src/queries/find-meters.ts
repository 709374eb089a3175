import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindMeters, type MeterSnapshot } from '#catalog/needs';
import { MeterLoader } from './meter-loader.ts';

@QueryHandler(FindMeters)
export class FindMetersHandler implements IQueryHandler<FindMeters> {
  constructor(private readonly meters: MeterLoader) {}

  async execute({ ids }: FindMeters): Promise<ReadonlyMap<string, MeterSnapshot>> {
    const meters = await this.meters.read(ids);
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
