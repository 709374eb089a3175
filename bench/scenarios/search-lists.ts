import pg from 'pg';
import { ApiClient } from '../endpoints/api-client.ts';
import type { Bench } from '../bench.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import type { Report } from '../report.ts';
import { fillOrganization } from '../search/search-fixture.ts';
import { percentile } from '../statistics.ts';

const REQUESTS = 7;
const LIMIT = 25;

/** A seat pool for each order. */
const POOLS = `insert into seats.seat_pools (organization_id, id, customer_id, order_id, capacity, assigned, revision, created_at)
  select organization_id, gen_random_uuid(), customer_id, id, 1, 0, 1, created_at from entitlements.orders where organization_id = $1`;

/** Customers whose number begins with 456 have no keys, orders and seats. */
const WITHOUT = `select id from customer_portal.customers where organization_id = $1 and email like 'customer-456%'`;

const TEXTS = {
  'all customers': '@example.com',
  'one in a hundred customers': 'customer-77',
  'one in a thousand customers': 'customer-123',
  'a thousand customers who have nothing': 'customer-456',
  'one customer': 'customer-654321',
};

const LISTS = {
  'license keys': '/v1/license-keys/search',
  'seat pools': '/v1/seat-pools/',
  orders: '/v1/orders/',
  subscriptions: '/v1/subscriptions/',
};

/** Pages of lists that a text of the customers filters, of one organization. */
export async function searchLists(bench: Bench, report: Report): Promise<void> {
  const { keys } = bench.plan.search;
  console.error('… creating bench_search_lists');
  const url = await bench.database.makeDatabase('bench_search_lists');
  const seller = await openBillingFixture(url, 0);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await fillOrganization(pool, seller, keys);
    await pool.query(POOLS, [seller.organizationId]);
    for (const table of ['licensing.license_keys', 'entitlements.orders', 'entitlements.subscriptions', 'seats.seat_pools']) {
      await pool.query(`delete from ${table} where organization_id = $1 and customer_id in (${WITHOUT})`, [
        seller.organizationId,
      ]);
    }
    await pool.query('vacuum (analyze)');
  } finally {
    await pool.end();
  }
  await bench.database.checkpoint();
  const api = new ApiClient(await bench.serverOn(url));
  const scenario = `lists of ${keys.toLocaleString('en')} customers by a text`;
  for (const [list, path] of Object.entries(LISTS)) {
    for (const [whom, text] of Object.entries(TEXTS)) {
      const times: number[] = [];
      for (let n = 0; n <= REQUESTS; n++) {
        const started = performance.now();
        await api.text({ method: 'GET', path: `${path}?limit=${LIMIT}&query=${encodeURIComponent(text)}`, token: seller.token });
        if (n > 0) times.push(performance.now() - started);
      }
      report.add({ scenario, what: `${list}, ${whom}, p50`, value: percentile(times, 0.5), unit: 'ms' });
      report.add({ scenario, what: `${list}, ${whom}, longest`, value: Math.max(...times), unit: 'ms' });
    }
  }
}
