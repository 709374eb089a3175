import { type Answer, callAs } from './call.ts';
import type { PurchaseFixture } from './purchase-fixture.ts';
import { SEAT_PRICES } from './seed-seats.ts';

type Body = Answer['body'];

type Fixture = Pick<PurchaseFixture, 'api' | 'seller' | 'product' | 'customer' | 'create'>;

/** The parameter that names a subscription or an order in seat operations. */
export const purchaseParam = (purchase: Body) =>
  'items' in purchase ? { order_id: purchase.id } : { subscription_id: purchase.id };

let count = 0;

export const uniqueEmail = (): string => `holder-${++count}@acme.example`;

/** Creates purchases of seats, and calls the seat operations. */
export function seatsOf(fixture: Fixture) {
  const { api, seller } = fixture;
  const assign = (purchase: Body, recipient: object, by = seller) =>
    by('POST', '/v1/customer-seats', { ...purchaseParam(purchase), ...recipient });
  return {
    /** A subscription with this many seats of a new product with these benefits. */
    subscription: async (seats: number, benefits: readonly string[] = [], buyer?: string): Promise<Body> => {
      const { id: product_id } = await fixture.product({ every: 'month', benefits, prices: SEAT_PRICES });
      return fixture.create('/v1/subscriptions/', { product_id, customer_id: buyer ?? (await fixture.customer()).id, seats });
    },
    order: async (seats: number, benefits: readonly string[] = [], buyer?: string): Promise<Body> => {
      const { id: product_id } = await fixture.product({ benefits, prices: SEAT_PRICES });
      return fixture.create('/v1/orders/', { product_id, customer_id: buyer ?? (await fixture.customer()).id, seats });
    },
    assign,
    /** A pending seat. */
    seat: async (purchase: Body, recipient: object = { email: uniqueEmail() }): Promise<Body> => {
      const { status, body, text } = await assign(purchase, recipient);
      if (status !== 200) throw new Error(`Not assigned: ${status} ${text}`);
      return body;
    },
    /** Creates a new invitation to a seat and returns its token. */
    invitation: async ({ id }: Body): Promise<string> =>
      (await seller('POST', `/v1/customer-seats/${id}/invitation`)).body.invitation_token,
    claim: (invitation_token: unknown): Promise<Answer> => callAs(api)('POST', '/v1/customer-seats/claim', { invitation_token }),
    list: async (purchase: Body, by = seller): Promise<Body> => {
      const query = new URLSearchParams(Object.entries(purchaseParam(purchase)));
      return (await by('GET', `/v1/customer-seats?${query.toString()}`)).body;
    },
  };
}
