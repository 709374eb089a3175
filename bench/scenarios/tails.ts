import type { Bench } from '../bench.ts';
import { commits } from '../baselines/bare-commits.ts';
import { openShop } from '../endpoints/shop.ts';
import { writes } from '../endpoints/workloads.ts';
import type { Summary } from '../load/measured.ts';
import type { Workload } from '../load/workload.ts';
import { activate, validate } from '../operations.ts';
import type { Server } from '../processes/product.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';
import { openFloatingKeys } from './floating.ts';

const scenario = 'tails';
/** Longest p99 beside the p50, and beside the p99 of the bare server. */
const AT_MOST = { p50: 3, bare: 1.2 };

interface Subject {
  readonly server: Server;
  readonly workload: Workload;
}

/** A run of the product and, right after it, one of the bare server, which committed as many bytes for each request. */
interface Pair {
  readonly own: Summary;
  readonly bare: Summary;
  readonly bytes: number;
}

/**
 * The slowest requests at a quarter of the maximum throughput. Commits wait for a disk whose time varies from second to second, so a server
 * that does nothing but commit the same bytes at the same rate is measured in turn: what it takes belongs to the machine, its disk and the
 * load generator.
 */
export async function tails(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.usual;
  const server = await bench.server('product');
  const bare = await bench.serverOn(await bench.database.makeDatabase('bench_commits'), 'bare-commits');
  const floating = await openFloatingKeys(bench, 'bench_tails_floating');
  const shop = await openShop(bench, 'bench_tails_shop', 0);
  const subjects: Readonly<Record<string, Subject>> = {
    validate: { server, workload: validate({ keys }) },
    activate: { server, workload: activate({ keys }) },
    heartbeat: { server: floating.server, workload: floating.heartbeats },
    'ingest one event': { server: shop.server, workload: writes('ingest', shop, keys, []) },
  };
  for (const [name, subject] of Object.entries(subjects)) {
    const { perSecond } = await bench.atMost(subject.server, subject.workload);
    const rate = Math.round(perSecond / 4);
    const pairs = await inTurn(bench, rate, subject, bare);
    const add = (what: string, value: (pair: Pair) => number, unit: string, atMost?: number): void =>
      report.add({
        scenario,
        what: `${name}, ${rate}/s: ${what}`,
        value: median(pairs.map(value)),
        unit,
        ...(atMost === undefined ? {} : { asked: { atMost } }),
      });
    add('bytes of WAL', ({ bytes }) => bytes, '');
    add('p50', ({ own }) => own.p50, 'ms');
    add('p99', ({ own }) => own.p99, 'ms');
    add('p99 / p50', ({ own }) => own.p99 / own.p50, '×', AT_MOST.p50);
    add('bare server, p50', ({ bare: { p50 } }) => p50, 'ms');
    add('bare server, p99', ({ bare: { p99 } }) => p99, 'ms');
    add('p99 / bare server', ({ own, bare: { p99 } }) => own.p99 / p99, '×', AT_MOST.bare);
  }
}

async function inTurn(bench: Bench, rate: number, { server, workload }: Subject, bareServer: Server): Promise<Pair[]> {
  const { warmUp, runs, runSeconds } = bench.plan;
  const walOf = async (run: () => Promise<Summary>): Promise<readonly [Summary, bytes: number]> => {
    const before = await bench.database.walBytes();
    const summary = await run();
    return [summary, ((await bench.database.walBytes()) - before) / summary.answers];
  };
  await bench.database.checkpoint();
  const [, first] = await walOf(() => bench.atRate(server, workload, rate, 0, warmUp));
  await bench.atRate(bareServer, commits(first), rate, 0, warmUp);
  const pairs: Pair[] = [];
  for (let run = 0; run < runs; run++) {
    const [own, bytes] = await walOf(() => bench.atRate(server, workload, rate, 0, runSeconds));
    pairs.push({ own, bytes, bare: await bench.atRate(bareServer, commits(bytes), rate, 0, runSeconds) });
  }
  return pairs;
}
