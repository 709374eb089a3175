import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { atFixedRate } from './fixed-rate.ts';

const READS = { 'GET me': '/v1/customer-portal/customers/me', 'own keys': '/v1/customer-portal/license-keys/' };

/** Compares portal requests between few and many customers, each with a license key and a session. */
export async function portal(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.keys;
  const subjects = await Promise.all(
    [few, many].map(async (customers) => ({
      server: await bench.server('product', customers),
      tokens: await bench.sessions(customers),
    })),
  );
  const [fewer, more] = [few, many].map((count) => count.toLocaleString('en'));
  for (const [what, path] of Object.entries(READS)) {
    const scenario = 'portal';
    // Both servers run at maximum throughput first, so that both have compiled their hot code.
    const maxima: number[] = [];
    for (const { server, tokens } of subjects) maxima.push((await bench.atMost(server, { path, tokens })).perSecond);
    report.add({ scenario, what: `${what}, ${fewer} customers`, value: maxima[0]!, unit: '/s' });
    report.add({ scenario, what: `${what}, ${more} customers`, value: maxima[1]!, unit: '/s' });
    const rate = Math.round(Math.min(...maxima) / 4);
    const asked = subjects.map(({ server, tokens }) => ({ server, workload: () => ({ path, tokens }) }));
    const [before, after] = (await atFixedRate(bench, rate, asked)).map(({ p50 }) => p50) as [number, number];
    report.add({ scenario, what: `${what}, ${rate}/s: p50 with ${fewer} customers`, value: before, unit: 'ms' });
    report.add({ scenario, what: `${what}, ${rate}/s: p50 with ${more} customers`, value: after, unit: 'ms' });
    report.add({ scenario, what: `${what}: ${more} / ${fewer}`, value: after / before, unit: '×', asked: { atMost: 1.3 } });
  }
}
