import { randomUUID } from 'node:crypto';
import type { TestApi } from './api.ts';
import { callAs } from './call.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedProduct } from './seed-product.ts';
import type { SeededOrganization } from './seed.ts';

const TIERS = [{ minSeats: 1, maxSeats: 1_000_000, pricePerSeat: 100 }];
const BY_SEATS = { amountType: 'seat_based', seatTiers: { seatTierType: 'volume', tiers: TIERS } } as const;

/** A price of 1.00 USD per seat. */
export const SEAT_PRICES = [{ currency: 'usd', taxBehavior: null, terms: BY_SEATS }];

/** Creates a subscription with this many seats. */
export async function seedSeats(api: TestApi, { organization, oat }: SeededOrganization, seats: number, customer?: string) {
  const call = callAs(api, oat);
  const { id: product_id } = await seedProduct(api, organization.id, { every: 'month', prices: SEAT_PRICES });
  const customer_id = customer ?? (await seedCustomer(api, organization.id)).id;
  const subscription = await call('POST', '/v1/subscriptions/', { product_id, customer_id, seats });
  const subscription_id = subscription.body.id as string;
  return {
    subscription_id,
    customer_id,
    /** Creates a pending seat; returns its id and the token that claims it. */
    invite: async (): Promise<{ seat_id: string; invitation_token: string }> => {
      const email = `${randomUUID()}@acme.example`;
      const { id } = (await call('POST', '/v1/customer-seats', { subscription_id, email })).body;
      const { invitation_token } = (await call('POST', `/v1/customer-seats/${id}/invitation`)).body;
      return { seat_id: id, invitation_token };
    },
  };
}
