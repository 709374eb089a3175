import type { Bench } from '../bench.ts';
import type { EventLoop } from '../event-loop.ts';
import type { Call, HttpLoad, Outcome } from '../fairness/http-load.ts';
import { HEALTH, hostileWork, ordinaryWork, plainWork } from '../fairness/two-tenants.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { startServer, startWorker } from '../processes/product.ts';
import { Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

const HOSTILE_CONNECTIONS = 32;
/** Requests a second of the ordinary tenant, and of the monitoring. */
const RATE = 40;
const HEALTH_RATE = 10;
const CUSTOMERS = 20_000;

const scenario = 'fairness';

/** What the ordinary tenant noticed, and what the processes did meanwhile: CPU seconds in a second. */
interface Phase {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  readonly cpu: Readonly<Record<string, number>>;
  readonly loop: EventLoop;
}

/**
 * What one tenant notices of another one that sends the worst it can, or, for comparison, as many cheap requests as it can. API and
 * worker are separate processes.
 */
export async function fairness(bench: Bench, report: Report): Promise<void> {
  const { fairnessSeconds: seconds, warmUp, eachAttack } = bench.plan;
  const url = await bench.database.makeDatabase('bench_fairness');
  const ordinary = await openBillingFixture(url, CUSTOMERS, 'ordinary');
  const hostile = await openBillingFixture(url, CUSTOMERS, 'hostile');
  await bench.database.checkpoint();
  const module = (name: string): URL => new URL(`../${name}.js`, import.meta.url);
  const api = await startServer('product', url);
  const worker = await startWorker(url);
  const visitors = await Child.start<null, HttpLoad>(module('fairness/http-load'));
  const attackers = await Child.start<null, HttpLoad>(module('fairness/http-load'));
  try {
    const port = api.ready;
    const work = await ordinaryWork(port, ordinary);
    const plain = await plainWork(port, hostile);
    const attack = await hostileWork(port, hostile);
    const visit = async (duration: number): Promise<Outcome[]> => {
      const [worked, health] = await Promise.all([
        visitors.ask('atRate', { port, calls: work, rate: RATE, seconds: duration }),
        visitors.ask('atRate', { port, calls: [HEALTH], rate: HEALTH_RATE, seconds: duration }),
      ]);
      return [...worked, ...health];
    };
    const cpuSeconds = async (): Promise<Record<string, number>> => ({
      API: (await api.usage()).cpuSeconds,
      worker: (await worker.usage()).cpuSeconds,
      PostgreSQL: await bench.database.cpuSeconds(),
      load: (await visitors.usage()).cpuSeconds + (await attackers.usage()).cpuSeconds,
    });
    const measure = async (name: string): Promise<Phase> => {
      await visit(warmUp);
      const [before] = [await cpuSeconds(), await api.ask('eventLoop')];
      const outcomes = await visit(seconds);
      const [after, loop] = [await cpuSeconds(), await api.ask('eventLoop')];
      const cpu = Object.fromEntries(Object.entries(after).map(([of, used]) => [of, (used - before[of]!) / seconds]));
      return { name, outcomes, cpu, loop };
    };
    const attacked = async (name: string, calls: readonly Call[]): Promise<Phase> => {
      await attackers.ask('startFlood', { port, calls, connections: HOSTILE_CONNECTIONS });
      const phase = await measure(name);
      const answered = await attackers.ask('stopFlood');
      for (const { name: call, statuses } of answered) console.error(`  ${call}: ${JSON.stringify(statuses)}`);
      return phase;
    };
    await visit(warmUp);
    const alone = await measure('alone');
    const besidePlain = await attacked('beside plain validates', [plain]);
    const each: Phase[] = [];
    if (eachAttack) for (const call of attack) each.push(await attacked(`beside ${call.name}`, [call]));
    const beside = await attacked('beside the attack', attack);
    for (const phase of [alone, besidePlain, ...each, beside]) reportPhase(report, phase);
    const ratio = (phase: Phase): number => p99(phase.outcomes) / p99(alone.outcomes);
    report.add({ scenario, what: 'plain validates / alone', value: ratio(besidePlain), unit: '×' });
    report.add({ scenario, what: 'attack / alone', value: ratio(beside), unit: '×', asked: { atMost: 3 } });
    reportFailures(report, [alone, besidePlain, ...each, beside]);
    for (const [name, process] of [
      ['API', api],
      ['worker', worker],
    ] as const) {
      const { peakMemoryMb } = await process.usage();
      report.add({ scenario, what: `${name} process, peak`, value: peakMemoryMb, unit: 'MB', asked: { atMost: 350 } });
    }
  } finally {
    for (const process of [attackers, visitors, worker, api]) await process.stop();
  }
}

const quantile = (outcomes: readonly Outcome[], share: number): number =>
  percentile(
    outcomes.flatMap(({ latencies }) => latencies),
    share,
  );

const p99 = (outcomes: readonly Outcome[]): number => quantile(outcomes, 0.99);

function reportPhase(report: Report, { name, outcomes, cpu, loop }: Phase): void {
  const add = (what: string, value: number, unit: string): void =>
    report.add({ scenario, what: `${name}: ${what}`, value, unit });
  for (const outcome of outcomes) add(`${outcome.name}, p99`, p99([outcome]), 'ms');
  for (const share of [50, 90, 99]) add(`everything, p${share}`, quantile(outcomes, share / 100), 'ms');
  add('longest delay of the event loop', loop.longestDelayMs, 'ms');
  add('longest garbage collection', loop.longestCollectionMs, 'ms');
  for (const [of, share] of Object.entries(cpu)) add(`CPU of ${of}`, share * 100, '%');
}

function reportFailures(report: Report, phases: readonly Phase[]): void {
  const counts = phases.flatMap(({ outcomes }) => outcomes).flatMap(({ statuses }) => Object.entries(statuses));
  const failures = counts.filter(([status]) => Number(status) >= 500 || status === '0' || status === '429');
  const sum = failures.reduce((total, [, count]) => total + count, 0);
  report.add({ scenario, what: 'responses 5xx or 429 to the other tenant', value: sum, unit: '', asked: { atMost: 0 } });
}
