import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { MeterQuantities, type QuantitiesView } from './meter-quantities.ts';
import { metersById } from './meter-rows.ts';
import type { QuantityQuery } from './quantities.ts';

export { INTERVALS } from '#engine/persistence';
export { QuantitiesView } from './meter-quantities.ts';
export { FUNCTIONS } from './quantities.ts';

export class GetQuantities extends Query<QuantitiesView> {
  constructor(
    readonly access: Access,
    readonly meterId: string,
    readonly query: QuantityQuery,
  ) {
    super();
  }
}

@QueryHandler(GetQuantities)
export class GetQuantitiesHandler implements IQueryHandler<GetQuantities> {
  constructor(
    private readonly em: EntityManager,
    private readonly quantities: MeterQuantities,
  ) {}

  async execute({ access, meterId, query }: GetQuantities): Promise<QuantitiesView> {
    const meter = (await metersById(this.em, [meterId])).get(meterId);
    if (!meter || !access.visible.includes(meter.organization_id)) throw new ResourceNotFound();
    return this.quantities.of(meter, query);
  }
}
