import pg from 'pg';
import { ApiClient } from '../endpoints/api-client.ts';
import type { Bench } from '../bench.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import type { Report } from '../report.ts';
import { makeKeys } from '../search/key-data-set.ts';
import { mediansInTurn } from './medians-in-turn.ts';

const AT_MOST = 1.5;
const LIMIT = 25;
const WARM_UP = 10;
const KEYS_OF_CUSTOMER = 10;

/** A name for each customer, by the number in their address. */
const NAMES = `update customer_portal.customers
  set name = 'Person ' || substring(email from 'customer-(\\d+)@') where organization_id = $1`;

interface Store {
  readonly api: ApiClient;
  readonly seller: BillingFixture;
  /** The last characters of one of the keys. */
  readonly shown: string;
}

const week = (days: number): string => encodeURIComponent(new Date(Date.now() + days * 86_400_000).toISOString());

/** Searches by the page's parameters. Of the customers whose number begins with 57 there is one among a hundred. */
const SEARCHES: Readonly<Record<string, (store: Store) => string>> = {
  newest: () => '',
  oldest: () => '&sorting=created_at',
  'by expiry': () => '&sorting=expires_at',
  'by expiry, descending': () => '&sorting=-expires_at',
  status: () => '&status=disabled',
  'status, by expiry': () => '&status=disabled&sorting=expires_at',
  benefit: ({ seller }) => `&benefit_id=${seller.benefitId}`,
  'benefit, by expiry': ({ seller }) => `&benefit_id=${seller.benefitId}&sorting=expires_at`,
  'benefit and status': ({ seller }) => `&benefit_id=${seller.benefitId}&status=revoked`,
  customer: ({ seller }) => `&customer_id=${seller.customerIds[0]!}`,
  'range of expiry': () => `&sorting=expires_at&expires_after=${week(0)}&expires_before=${week(7)}`,
  'end of a key': ({ shown }) => `&query=${shown}`,
  'text that nothing has': () => '&query=nothing-like-it',
  'beginning of a name': () => '&query=Person%2057',
  'beginning of an address': () => '&query=customer-57',
  'beginning of an address, by expiry': () => '&query=customer-57&sorting=expires_at',
  'beginning of an address, status': () => '&query=customer-57&status=granted',
};

/** The list of keys that a seller searches, with its total: few and many keys, ten of each customer. */
export async function keySearch(bench: Bench, report: Report): Promise<void> {
  const { few, many, pages } = bench.plan.searched;
  const stores = [await open(bench, 'bench_search_few', few), await open(bench, 'bench_search_many', many)];
  const scenario = `search of ${many.toLocaleString('en')} keys / ${few.toLocaleString('en')}`;
  for (const [what, parametersOf] of Object.entries(SEARCHES)) {
    const reads = stores.map((store) => () => {
      const path = `/v1/license-keys/search?limit=${LIMIT}${parametersOf(store)}`;
      return store.api.text({ method: 'GET', path, token: store.seller.token });
    });
    const [before, after] = (await mediansInTurn(reads, { warmUp: WARM_UP, measured: pages })) as [number, number];
    const shown = `${what} (${before.toFixed(2)} → ${after.toFixed(2)} ms)`;
    report.add({ scenario, what: shown, value: after / before, unit: '×', asked: { atMost: AT_MOST } });
  }
}

async function open(bench: Bench, name: string, keys: number): Promise<Store> {
  console.error(`… creating ${name}`);
  const url = await bench.database.makeDatabase(name);
  const seller = await openBillingFixture(url, keys / KEYS_OF_CUSTOMER);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await pool.query(NAMES, [seller.organizationId]);
    await makeKeys(pool, seller, KEYS_OF_CUSTOMER);
    await pool.query('vacuum (analyze)');
    const { rows } = await pool.query<{ shown: string }>(
      'select right(display_key, 6) as shown from licensing.license_keys limit 1',
    );
    await bench.database.checkpoint();
    return { api: new ApiClient(await bench.serverOn(url)), seller, shown: rows[0]!.shown };
  } finally {
    await pool.end();
  }
}
