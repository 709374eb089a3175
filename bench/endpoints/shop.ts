import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { makeDataSet } from '../data-set.ts';
import { type Server, startWorker } from '../processes/product.ts';
import { openSeatFixture, type SeatFixture } from '../seats/seat-fixture.ts';
import { makeSessions } from '../sessions.ts';
import { ApiClient, forEach, type Identified, type Page } from './api-client.ts';

/** Length of every list of the seller. */
const OBJECTS = 100;
const ORGANIZATIONS = 20;
/** Sessions of customers of the data set, so that concurrent requests rarely belong to the same customer. */
const VISITORS = 5_000;
const CLAIMED_SEATS = 1_000;
const POLL_MS = 100;

/** A seller with 100 objects of each kind, beside the license keys of the data set. */
export interface Shop extends SeatFixture {
  readonly server: Server;
  readonly url: string;
  readonly customerIds: readonly string[];
  readonly keyIds: readonly string[];
  /** Tokens of sessions of the data set's customers. */
  readonly visitors: readonly string[];
}

/** Creates a shop with `invitations` to seats, and starts the API on it. */
export async function openShop(bench: Bench, name: string, invitations: number): Promise<Shop> {
  const keys = bench.plan.keys.usual;
  console.error(`… creating ${name}`);
  const url = await makeDataSet(bench.database, name, keys);
  const visitors = await makeSessions(url, keys, VISITORS);
  const seats = await openSeatFixture(url, CLAIMED_SEATS, 0, invitations);
  const server = await bench.serverOn(url);
  const client = new ApiClient(server);
  await forEach(ORGANIZATIONS - 1, (n) =>
    client.post('/v1/organizations/', seats.ownerToken, { name: `Bench ${n}`, slug: `bench-${n}` }),
  );
  const worker = await startWorker(url);
  try {
    const sold = await sell(client, seats);
    await bench.database.checkpoint();
    return { ...seats, ...sold, server, url, visitors };
  } finally {
    await worker.stop();
  }
}

/** Customers with an activated license key, a subscription that grants a benefit, and usage of a meter. */
async function sell(client: ApiClient, { token, organizationId }: SeatFixture): Promise<Pick<Shop, 'customerIds' | 'keyIds'>> {
  const post = <T>(path: string, body: object): Promise<T> => client.post<T>(path, token, body);
  const license = await post<Identified>('/v1/benefits/', { type: 'license_keys', description: 'License', properties: {} });
  const support = await post<Identified>('/v1/benefits/', { type: 'custom', description: 'Support', properties: {} });
  const meter = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
  await post('/v1/meters/', { name: 'Calls', ...meter });
  const products = await forEach(OBJECTS, async (n) => {
    const prices = [{ amount_type: 'fixed', price_amount: 1000 + n }];
    const product = await post<Identified>('/v1/products/', { name: `Product ${n}`, recurring_interval: 'month', prices });
    await post(`/v1/products/${product.id}/benefits`, { benefits: [support.id] });
    return product.id;
  });
  const sales = await forEach(OBJECTS, async (n) => {
    const email = `buyer-${n}@example.com`;
    const billing_address = { line1: '1 Example Street', postal_code: '12345', city: 'Example', country: 'DE' };
    const { id } = await post<Identified>('/v1/customers/', {
      email,
      name: `Buyer ${n}`,
      billing_address,
      metadata: { plan: 'pro' },
    });
    const key = await post<Identified & { readonly key: string }>('/v1/license-keys/', {
      customer_id: id,
      benefit_id: license.id,
      limit_activations: 5,
    });
    await post('/v1/license-keys/activate', { key: key.key, organization_id: organizationId, label: 'desktop' });
    await post('/v1/subscriptions/', { product_id: products[n], customer_id: id });
    const external_id = `usage-${n}`;
    await post('/v1/events/ingest', { events: [{ name: 'call', customer_id: id, external_id, metadata: { ms: 12 } }] });
    return { customerId: id, keyId: key.id };
  });
  for (;;) {
    const { pagination } = await client.get<Page>('/v1/benefit-grants/?is_granted=true', token);
    if (pagination.total_count === OBJECTS) break;
    await sleep(POLL_MS);
  }
  return { customerIds: sales.map(({ customerId }) => customerId), keyIds: sales.map(({ keyId }) => keyId) };
}
