import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import type { CustomerMeterView } from './customer-meter.view.ts';
import { CustomerMeterLoader } from './customer-meter-loader.ts';

export class GetCustomerMeter extends Query<CustomerMeterView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerMeter)
export class GetCustomerMeterHandler implements IQueryHandler<GetCustomerMeter> {
  constructor(private readonly loader: CustomerMeterLoader) {}

  async execute({ access, id }: GetCustomerMeter): Promise<CustomerMeterView> {
    const visible = sql<{ id: string }>`select id from metering.customer_meters
      where id = ${id} and organization_id = any(${access.visible}::uuid[])`;
    const [customerMeter] = await this.loader.of(visible);
    if (!customerMeter) throw new ResourceNotFound();
    return customerMeter;
  }
}
