import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '#platform/process';
import type { Bench, Measurable } from '../bench.ts';
import { makeDataSet, SECRET_KEY } from '../data-set.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import { startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

/** A ratio of medians below this counts as a regression. */
const LEAST_RATIO = 0.97;

interface Build extends AsyncDisposable {
  readonly server: Measurable;
}

/** Starts the API of the build in a folder, on a database of its own that its own migrations made. */
async function startBuild(bench: Bench, folder: string, name: string): Promise<Build> {
  const { port } = await readConfig({ PORT: '0' });
  console.error(`… making the database of ${name} (${folder})`);
  const migrate = async (url: string) => {
    await promisify(execFile)('npm', ['run', '--silent', 'migrate'], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url, SECRET_KEY: SECRET_KEY.toString('base64') },
    });
  };
  const url = await makeDataSet(bench.database, { name: `bench_${name}`, keys: bench.plan.keys.usual, migrate });
  const env = { PORT: String(port), DATABASE_URL: url, SECRET_KEY: SECRET_KEY.toString('base64') };
  const service = await startNpmService({ script: 'start:api', folder, env });
  const server = {
    ready: port,
    get errorOutput() {
      return service.errorOutput;
    },
  };
  return { server, [Symbol.asyncDispose]: () => service.stop() };
}

/**
 * Maximum throughput of this build and of the one in another folder, alternating; both run as `npm run start:api`. The build that
 * goes first changes from round to round. Ratios are formed within a round, of what was measured seconds apart.
 */
export async function compareBuilds(bench: Bench, report: Report, otherFolder: string): Promise<void> {
  await using other = await startBuild(bench, resolve(otherFolder), 'other_build');
  await using current = await startBuild(bench, process.cwd(), 'this_build');
  await bench.database.checkpoint();
  const scenario = `this build / ${otherFolder}, ${bench.plan.comparisonRounds} rounds`;
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const workload = OPERATIONS[operation]({ keys: bench.plan.keys.usual });
    const measure = async ({ server }: Build): Promise<number> => (await bench.atMost(server, workload)).perSecond;
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
