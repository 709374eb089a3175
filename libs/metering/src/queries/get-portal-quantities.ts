import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { MeterQuantities, type QuantitiesView } from './meter-quantities.ts';
import { metersById } from './meter-rows.ts';
import { PortalMeters } from './portal-meters.ts';
import type { QuantityQuery } from './quantities.ts';

type PortalQuantityQuery = Pick<QuantityQuery, 'start_timestamp' | 'end_timestamp' | 'interval' | 'timezone'>;

/** What a customer used of one of its meters over time. */
export class GetPortalQuantities extends Query<QuantitiesView> {
  constructor(
    readonly access: CustomerAccess,
    readonly customerMeterId: string,
    readonly query: PortalQuantityQuery,
  ) {
    super();
  }
}

@QueryHandler(GetPortalQuantities)
export class GetPortalQuantitiesHandler implements IQueryHandler<GetPortalQuantities> {
  constructor(
    private readonly em: EntityManager,
    private readonly meters: PortalMeters,
    private readonly quantities: MeterQuantities,
  ) {}

  async execute({ access, customerMeterId, query }: GetPortalQuantities): Promise<QuantitiesView> {
    const { meter_id } = await this.meters.get(access, customerMeterId);
    const meter = (await metersById(this.em, [meter_id])).get(meter_id);
    if (!meter) throw new ResourceNotFound();
    return this.quantities.of(meter, { ...query, customer_id: [access.customerId] });
  }
}
