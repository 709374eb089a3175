import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindCustomerMeterViews } from '../views/index.ts';
import { CustomerMeterLoader } from './customer-meter-loader.ts';

@QueryHandler(FindCustomerMeterViews)
export class FindCustomerMeterViewsHandler implements IQueryHandler<FindCustomerMeterViews> {
  constructor(private readonly loader: CustomerMeterLoader) {}

  async execute({ ids }: FindCustomerMeterViews): Promise<ReadonlyMap<string, object>> {
    const meters = await this.loader.of(sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as id`);
    return new Map(meters.map((meter) => [meter.id, meter]));
  }
}
