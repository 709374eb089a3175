import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { type Infer, list, number, object } from '#platform/wire';
import { allMeters } from './meter-rows.ts';

export const ThresholdsView = object({ thresholds: list(number()) }, 'MeterThresholds', {
  thresholds: 'The thresholds in ascending order.',
});
export type ThresholdsView = Infer<typeof ThresholdsView>;

export class GetThresholds extends Query<ThresholdsView> {
  constructor(
    readonly access: Access,
    readonly meterId: string,
  ) {
    super();
  }
}

@QueryHandler(GetThresholds)
export class GetThresholdsHandler implements IQueryHandler<GetThresholds> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, meterId }: GetThresholds): Promise<ThresholdsView> {
    const visible = allMeters(this.em).where(anyOf('organization_id', access.visible));
    const row = await visible.select('thresholds').where('id', '=', meterId).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
