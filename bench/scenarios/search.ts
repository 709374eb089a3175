import { ApiClient, forEach } from '../endpoints/api-client.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { makeSellers, type SearchFixture } from '../search/search-fixture.ts';
import { percentile } from '../statistics.ts';

const P99_AT_MOST = 50;
const LIMIT = 25;
const WARM_UP = 20;

interface Store extends SearchFixture {
  /** Whole keys. */
  readonly keys: readonly string[];
}

/** The parameters of the n-th request; each is for another customer and key. */
type Parameters = (store: Store, n: number) => string;

const text = (query: string): string => `&query=${encodeURIComponent(query)}`;
const days = (count: number): string => encodeURIComponent(new Date(Date.now() + count * 86_400_000).toISOString());

const SEARCHES: Readonly<Record<string, Parameters>> = {
  'whole key': ({ keys }, n) => text(keys[n]!),
  'three characters of what is displayed': ({ sampled }, n) => text(sampled[n]!.shown.slice(n % 4, (n % 4) + 3)),
  'all that is displayed': ({ sampled }, n) => text(sampled[n]!.shown),
  'external id of an order': (_, n) => text(`ORDER-${n * 10 + 1}`),
  'part of a name': ({ sampled }, n) => text(sampled[n]!.name.slice(-6)),
  'name of one in a hundred': ({ sampled }, n) => text(sampled[n]!.name.split(' ')[0]!),
  'name of all': () => text('son'),
  'first letter of names': () => text('a'),
  'part of an address': ({ sampled }, n) => text(`omer-${sampled[n]!.number}@exa`),
  'address of all': () => text('@example.com'),
  'parts that all addresses have, and none in this order': () => text('example.com customer'),
  'nothing has it': (_, n) => text(`nothing-like-${n}`),
  'name of one in a hundred, status, by expiry': ({ sampled }, n) =>
    `${text(sampled[n]!.name.split(' ')[0]!)}&status=disabled&sorting=expires_at`,
  newest: () => '',
  'benefit and status': ({ seller }) => `&benefit_id=${seller.benefitId}&status=revoked`,
  'status, by expiry, descending': () => '&status=disabled&sorting=-expires_at',
  'status, benefit and week of expiry': ({ seller }, n) =>
    `&status=granted&benefit_id=${seller.benefitId}&sorting=expires_at&expires_after=${days(n)}&expires_before=${days(n + 7)}`,
};

/** Searches of everything at once: license keys, customers, orders, subscriptions and products. */
const SEARCHES_OF_ALL: Readonly<Record<string, Parameters>> = {
  'whole key': ({ keys }, n) => text(keys[n]!),
  'part of a name': ({ sampled }, n) => text(sampled[n]!.name.slice(-6)),
  'name of one in a hundred': ({ sampled }, n) => text(sampled[n]!.name.split(' ')[0]!),
  'name of all': () => text('son'),
  'first letter of names': () => text('a'),
  'part of an address': ({ sampled }, n) => text(`omer-${sampled[n]!.number}@exa`),
  'address of all': () => text('@example.com'),
  'part of the number of an order': (_, n) => text(`hop-${n * 10 + 1}`),
  'number of all orders': () => text('SHOP-'),
  'number of an invoice': (_, n) => text(`r-2026-${n * 10 + 1}`),
  'part of the number of a subscription': () => text('sub_a1b2'),
  'name of all products': () => text('bench'),
  'nothing has it': (_, n) => text(`nothing-like-${n}`),
};

/** The seller's search, by one request after the other, of an organization that has most keys and of all organizations of its owner. */
export async function search(bench: Bench, report: Report): Promise<void> {
  const { keys, requests } = bench.plan.search;
  console.error('… creating bench_search');
  const url = await bench.database.makeDatabase('bench_search');
  const fixture = await makeSellers(url, keys, requests + WARM_UP);
  const api = new ApiClient(await bench.serverOn(url));
  const { seller } = fixture;
  const issue = (n: number) => ({ customer_id: seller.customerIds[n]!, benefit_id: seller.benefitId });
  const issued = await forEach(requests + WARM_UP, (n) =>
    api.post<{ readonly key: string }>('/v1/license-keys/', seller.token, issue(n)),
  );
  const store = { ...fixture, keys: issued.map(({ key }) => key) };
  await bench.database.checkpoint();
  for (const whose of ['token', 'ownerToken'] as const) {
    const organizations = whose === 'token' ? 'one organization' : 'three organizations';
    const scenario = `search of ${keys.toLocaleString('en')} keys of ${organizations}`;
    const all = Object.entries(SEARCHES_OF_ALL).map(
      ([what, parametersOf]) => [what, 'of everything', '/v1/search?limit=5', parametersOf] as const,
    );
    const ofKeys = Object.entries(SEARCHES).map(
      ([what, parametersOf]) => [what, '', `/v1/license-keys/search?limit=${LIMIT}`, parametersOf] as const,
    );
    for (const [what, of, address, parametersOf] of [...ofKeys, ...all]) {
      const named = [what, of].filter(Boolean).join(', ');
      const times: number[] = [];
      for (let n = 0; n < requests + WARM_UP; n++) {
        const path = `${address}${parametersOf(store, n)}`;
        const started = performance.now();
        await api.text({ method: 'GET', path, token: seller[whose] });
        if (n >= WARM_UP) times.push(performance.now() - started);
      }
      report.add({ scenario, what: `${named}, p50`, value: percentile(times, 0.5), unit: 'ms' });
      report.add({ scenario, what: `${named}, p99`, value: percentile(times, 0.99), unit: 'ms', asked: { atMost: P99_AT_MOST } });
    }
  }
}
