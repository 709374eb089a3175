import { resolve } from 'node:path';
import { readConfig } from '#platform/process';
import type { Bench, Measurable } from '../bench.ts';
import { SECRET_KEY } from '../data-set.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import { InstalledBuild, issueKeys } from '../installed-build.ts';
import { startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

/** A ratio of medians below this counts as a regression. */
const LEAST_RATIO = 0.97;

interface Measured {
  readonly perSecond: number;
  /** Milliseconds of CPU of API and PostgreSQL for a request, which hardly depends on what else the machine does. */
  readonly cpu: number;
}

interface Contender extends AsyncDisposable {
  readonly server: Measurable;
  readonly organizationId: string;
  /** Of its API so far. */
  readonly cpuSeconds: () => Promise<number>;
}

/** Starts the API of the build in a folder, on a database of its own with license keys that its own API issued. */
async function start(bench: Bench, folder: string, name: string): Promise<Contender> {
  console.error(`… creating the data of ${name} (${folder})`);
  const { port } = await readConfig({ PORT: '0' });
  const env = {
    PORT: String(port),
    DATABASE_URL: await bench.database.makeDatabase(`bench_${name}`),
    SECRET_KEY: SECRET_KEY.toString('base64'),
  };
  const token = await new InstalledBuild(folder, env).prepare();
  const service = await startNpmService({ script: 'start:api', folder, env });
  const server = {
    ready: port,
    get errorOutput() {
      return service.errorOutput;
    },
  };
  try {
    const organizationId = await issueKeys(`http://127.0.0.1:${port}`, token, bench.plan.keys.usual);
    return {
      server,
      organizationId,
      cpuSeconds: () => service.ask('serviceCpuSeconds'),
      [Symbol.asyncDispose]: () => service.stop(),
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/**
 * Maximum throughput of this build and of the one in another folder, and CPU of a request, alternating; both run as `npm run start:api`. The
 * build that goes first changes from round to round. Ratios are formed within a round, of what was measured seconds apart.
 */
export async function compareBuilds(bench: Bench, report: Report, otherFolder: string): Promise<void> {
  await using other = await start(bench, resolve(otherFolder), 'other_build');
  await using current = await start(bench, process.cwd(), 'this_build');
  await bench.database.checkpoint();
  const scenario = `this build / ${otherFolder}, ${bench.plan.comparisonRounds} rounds`;
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const pairs: { readonly now: Measured; readonly before: Measured }[] = [];
    for (let round = 0; round < bench.plan.comparisonRounds; round++) {
      const isFirst = round % 2 === 0;
      const early = await measure(bench, isFirst ? current : other, operation);
      const late = await measure(bench, isFirst ? other : current, operation);
      const pair = isFirst ? { now: early, before: late } : { now: late, before: early };
      pairs.push(pair);
      console.error(`… round ${round + 1}: ${operation}: ${text(pair.now)}; other build ${text(pair.before)}`);
    }
    const add = (what: string, of: (pair: (typeof pairs)[number]) => number, unit: string): void =>
      report.add({
        scenario,
        what: `${operation}, ${what}`,
        value: median(pairs.map(of)),
        unit,
        ...(unit === '×' ? { asked: { atLeast: LEAST_RATIO } } : {}),
      });
    add('this build', ({ now }) => now.perSecond, 'requests/s');
    add('other build', ({ before }) => before.perSecond, 'requests/s');
    add('this build / other build', ({ now, before }) => now.perSecond / before.perSecond, '×');
    add('CPU, this build', ({ now }) => now.cpu, 'ms');
    add('CPU, other build', ({ before }) => before.cpu, 'ms');
    add('CPU, other build / this build', ({ now, before }) => before.cpu / now.cpu, '×');
  }
}

async function measure(bench: Bench, { server, organizationId, cpuSeconds }: Contender, operation: Operation): Promise<Measured> {
  const cpu = async (): Promise<number> => (await cpuSeconds()) + (await bench.database.cpuSeconds());
  const before = await cpu();
  const workload = OPERATIONS[operation]({ keys: bench.plan.keys.usual, organizationId });
  const { answers, perSecond } = await bench.atMost(server, workload, { warmUp: 0 });
  return { perSecond, cpu: (((await cpu()) - before) * 1000) / answers };
}

const text = ({ perSecond, cpu }: Measured): string => `${Math.round(perSecond)} requests/s, ${cpu.toFixed(3)} ms of CPU`;
