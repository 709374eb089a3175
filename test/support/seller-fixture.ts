import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from './api.ts';
import { type Answer, type Call, callAs } from './call.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedProduct } from './seed-product.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

type ProductAttributes = Parameters<typeof seedProduct>[2];

const TIERS = [{ minSeats: 2, maxSeats: 50, pricePerSeat: 100 }];
const BY_SEATS = { amountType: 'seat_based', seatTiers: { seatTierType: 'volume', tiers: TIERS } } as const;

/** A seller with products and customers, and a second organization (`theirs`). No worker runs: published events are not processed. */
export interface SellerFixture {
  readonly api: TestApi;
  readonly ours: SeededOrganization;
  readonly theirs: SeededOrganization;
  /** Calls with an organization access token. */
  readonly seller: Call;
  product(attributes?: ProductAttributes): Promise<{ id: string }>;
  /** Sold for 2 to 50 seats, at 1.00 USD each. */
  seatProduct(attributes?: ProductAttributes): Promise<{ id: string }>;
  customer(): ReturnType<typeof seedCustomer>;
  foreignProduct(attributes?: ProductAttributes): Promise<{ id: string }>;
  foreignCustomer(): Promise<{ id: string }>;
  /** Creates an organization with these settings; each call of the result subscribes the same customer to its product. */
  another(settings: { readonly allow_multiple_subscriptions: boolean }): Promise<() => Promise<Answer>>;
  /** Creates a resource; throws unless the response is 201. */
  create(url: string, body: object): Promise<Answer['body']>;
  /** Names of the published events about an aggregate, in order. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openSellerFixture(): Promise<SellerFixture> {
  const api = await startApi();
  const [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  const seller = callAs(api, ours.oat);
  const { id } = ours.organization;
  return {
    api,
    ours,
    theirs,
    seller,
    product: (attributes) => seedProduct(api, id, attributes),
    seatProduct: (attributes) =>
      seedProduct(api, id, { ...attributes, prices: [{ currency: 'usd', taxBehavior: null, terms: BY_SEATS }] }),
    customer: () => seedCustomer(api, id),
    foreignProduct: (attributes) => seedProduct(api, theirs.organization.id, attributes),
    foreignCustomer: () => seedCustomer(api, theirs.organization.id),
    another: async (settings) => {
      const { organization, oat, pat } = await seedOrganization(api);
      const { body } = await callAs(api, pat)('GET', `/v1/organizations/${organization.id}`);
      const subscription_settings = { ...body.subscription_settings, ...settings };
      await callAs(api, pat)('PATCH', `/v1/organizations/${organization.id}`, { subscription_settings });
      const product = await seedProduct(api, organization.id, { every: 'month' });
      const customer = await seedCustomer(api, organization.id);
      return () => callAs(api, oat)('POST', '/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
    },
    create: async (url, body) => {
      const answer = await seller('POST', url, body);
      if (answer.status !== 201) throw new Error(`Not created: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    eventsOf: async (about) => {
      const query = 'select name from platform.outbox where aggregate_id = ? order by id';
      const rows = await api.app.get(EntityManager).fork().execute<{ name: string }[]>(query, [about]);
      return rows.map(({ name }) => name);
    },
    close: () => api.close(),
  };
}

/** The ids of all resources in the export of a list with its filters, sorted. */
export async function exportedIds(seller: Call, list: string, query: string): Promise<string[]> {
  const { text } = await seller('GET', `/v1/${list}/export?format=ndjson&${query}`);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { readonly id: string }).id).sort();
}
