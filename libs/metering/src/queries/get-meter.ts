import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { allMeters, METER_COLUMNS } from './meter-rows.ts';
import type { MeterView } from './meter.view.ts';

export class GetMeter extends Query<MeterView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetMeter)
export class GetMeterHandler implements IQueryHandler<GetMeter> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetMeter): Promise<MeterView> {
    const visible = allMeters(this.em).where(anyOf('organization_id', access.visible));
    const row = await visible.select(METER_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row as unknown as MeterView;
  }
}
