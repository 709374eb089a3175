import type { Client, Json } from '../client.ts';
import { COUNTED, LIMIT, METERED, type Seller } from './subject.ts';

/** Creates what all subjects share. */
export async function seedSeller(client: Client, organizationId: string): Promise<Seller> {
  const create = (path: string, body: object): Promise<Json> => client.get({ method: 'POST', path, body, asSeller: true });
  const policy = { counters: { [COUNTED]: { limit: LIMIT } } };
  const benefit = { type: 'license_keys', description: 'A license key', properties: { policy } };
  const seat_tiers = { tiers: [{ min_seats: 1, price_per_seat: 500 }] };
  const seated = { name: 'Team', recurring_interval: 'month', prices: [{ amount_type: 'seat_based', seat_tiers }] };
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: METERED }] };
  const meter = (aggregation: object) => create('/v1/meters/', { name: 'Work', filter, aggregation });
  return {
    organizationId,
    benefitId: (await create('/v1/benefits/', benefit)).id,
    seatProductId: (await create('/v1/products/', seated)).id,
    countMeterId: (await meter({ func: 'count' })).id,
    sumMeterId: (await meter({ func: 'sum', property: 'units' })).id,
  };
}
