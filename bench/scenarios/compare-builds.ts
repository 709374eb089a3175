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

interface Contender extends AsyncDisposable {
  readonly server: Measurable;
  readonly organizationId: string;
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
    return { server, organizationId, [Symbol.asyncDispose]: () => service.stop() };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/**
 * Maximum throughput of this build and of the one in another folder, alternating; both run as `npm run start:api`. The build that
 * goes first changes from round to round. Ratios are formed within a round, of what was measured seconds apart.
 */
export async function compareBuilds(bench: Bench, report: Report, otherFolder: string): Promise<void> {
  await using other = await start(bench, resolve(otherFolder), 'other_build');
  await using current = await start(bench, process.cwd(), 'this_build');
  await bench.database.checkpoint();
  const scenario = `this build / ${otherFolder}, ${bench.plan.comparisonRounds} rounds`;
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const measure = async ({ server, organizationId }: Contender): Promise<number> =>
      (await bench.atMost(server, OPERATIONS[operation]({ keys: bench.plan.keys.usual, organizationId }))).perSecond;
    const pairs: { readonly now: number; readonly before: number }[] = [];
    for (let round = 0; round < bench.plan.comparisonRounds; round++) {
      const isFirst = round % 2 === 0;
      const early = await measure(isFirst ? current : other);
      const late = await measure(isFirst ? other : current);
      const pair = isFirst ? { now: early, before: late } : { now: late, before: early };
      pairs.push(pair);
      console.error(
        `… round ${round + 1}: ${operation}: ${Math.round(pair.now)} requests/s, other build ${Math.round(pair.before)} requests/s`,
      );
    }
    const add = (what: string, values: readonly number[], unit: string): void =>
      report.add({
        scenario,
        what: `${operation}, ${what}`,
        value: median(values),
        unit,
        ...(unit === '×' ? { asked: { atLeast: LEAST_RATIO } } : {}),
      });
    add(
      'this build',
      pairs.map(({ now }) => now),
      'requests/s',
    );
    add(
      'other build',
      pairs.map(({ before }) => before),
      'requests/s',
    );
    add(
      'this build / other build',
      pairs.map(({ now, before }) => now / before),
      '×',
    );
  }
}
