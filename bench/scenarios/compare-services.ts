import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../apps/process/index.ts';
import type { Bench, Measurable } from '../bench.ts';
import { SECRET_KEY } from '../data-set.ts';
import { InstalledBuild, prepareSeller, type Seller } from '../installed-build.ts';
import { FRESH, type Workload } from '../load/workload.ts';
import { activate, validate } from '../operations.ts';
import { startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

/** A ratio of medians below this counts as a regression. */
const LEAST_RATIO = 0.97;
const CLAIMS_PER_ROUND = 1_000;
const EVENTS = 10;
const POLL_MS = 100;

interface Place {
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly isCoordinator?: boolean;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  /** Milliseconds of CPU of API, worker and PostgreSQL for a request, which hardly depends on what else the machine does. */
  readonly cpu: number;
}

interface Contender extends AsyncDisposable {
  readonly place: Place;
  readonly server: Measurable;
  readonly seller: Seller;
  readonly pool: pg.Pool;
  /** The CPU seconds of its API and its worker so far. */
  readonly cpuSeconds: () => Promise<number>;
}

/** What is compared. The seconds of purchases end when all their keys are there, those of claims when there is no further invitation. */
const WORKLOADS: Readonly<Record<string, (seller: Seller, keys: number, round: number) => Workload>> = {
  validate: ({ organizationId }, keys) => validate({ keys, organizationId }),
  activate: ({ organizationId }, keys) => activate({ keys, organizationId }),
  'claim of a seat': ({ invitations }, _, round) => ({
    once: true,
    requests: invitations.slice(round * CLAIMS_PER_ROUND, (round + 1) * CLAIMS_PER_ROUND).map((invitation_token) => ({
      method: 'POST',
      path: '/v1/customer-seats/claim',
      body: JSON.stringify({ invitation_token }),
    })),
  }),
  [`ingest, ${EVENTS} events`]: ({ token, organizationId: organization_id, customerIds }) => ({
    requests: customerIds.map((customer_id) => ({
      method: 'POST',
      path: '/v1/events/ingest',
      token,
      body: JSON.stringify({ events: Array.from({ length: EVENTS }, () => ({ name: 'call', organization_id, customer_id })) }),
    })),
  }),
  purchase: ({ token, productId: product_id }) => ({
    requests: [
      {
        method: 'POST',
        path: '/v1/orders/',
        token,
        body: JSON.stringify({ product_id, customer: { email: `${FRESH}@example.com` } }),
      },
    ],
  }),
};

const ARE_GRANTED = `select (select count(*) from entitlements.orders where organization_id = $1 and product_id = $2)
  = (select count(*) from licensing.license_keys where organization_id = $1 and grant_id is not null) as done`;

/** Resolves when every event is delivered, so that no round pays for the one before. */
async function allDelivered({ pool }: Contender): Promise<void> {
  const sql = 'select not exists (select from platform.outbox where done_at is null) as done';
  while (!(await pool.query<{ done: boolean }>(sql)).rows[0]!.done) await sleep(POLL_MS);
}

/** Resolves when every order has its key. */
async function allGranted({ pool, seller }: Contender): Promise<void> {
  while (!(await pool.query<{ done: boolean }>(ARE_GRANTED, [seller.organizationId, seller.productId])).rows[0]!.done)
    await sleep(POLL_MS);
}

/** Starts API and worker of a build, on a database with what its own API created. */
async function start(bench: Bench, place: Place): Promise<Contender> {
  const { name, folder, databaseUrl, isCoordinator } = place;
  console.error(`… creating the data of ${name}`);
  const { port } = await readConfig({ PORT: '0' });
  const env = { PORT: String(port), DATABASE_URL: databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
  const token = await new InstalledBuild(folder, env).prepare({ isCoordinator });
  const stop = new AsyncDisposableStack();
  try {
    const api = await startNpmService({ script: 'start:api', folder, env });
    stop.defer(() => api.stop());
    // Both are asked at `PORT` whether they are ready. It is free until somebody listens.
    const { port: workerPort } = await readConfig({ PORT: '0' });
    const ofWorker = { ...env, PORT: String(workerPort), WORKER_PORT: String(workerPort) };
    const worker = await startNpmService({ script: 'start:worker', folder, env: ofWorker });
    stop.defer(() => worker.stop());
    const pool = new pg.Pool({ connectionString: databaseUrl }).on('error', () => undefined);
    stop.defer(() => pool.end());
    const invited = bench.plan.comparisonRounds * CLAIMS_PER_ROUND;
    const seller = await prepareSeller(`http://127.0.0.1:${port}`, token, bench.plan.keys.usual, invited);
    const server = {
      ready: port,
      get errorOutput() {
        return api.errorOutput;
      },
    };
    return {
      place,
      server,
      seller,
      pool,
      cpuSeconds: async () => (await api.ask('serviceCpuSeconds')) + (await worker.ask('serviceCpuSeconds')),
      [Symbol.asyncDispose]: () => stop.disposeAsync(),
    };
  } catch (error) {
    await stop.disposeAsync();
    throw error;
  }
}

/** This build and the one in another folder. */
export async function compareBuilds(bench: Bench, report: Report, otherFolder: string): Promise<void> {
  await compare(bench, report, [
    { name: 'this build', folder: process.cwd(), databaseUrl: await bench.database.makeDatabase('bench_this_build') },
    { name: 'other build', folder: resolve(otherFolder), databaseUrl: await bench.database.makeDatabase('bench_other_build') },
  ]);
}

/** This build on a coordinator of Citus and on one server. `coordinatorUrl` leads to an empty database. */
export async function compareDatabases(bench: Bench, report: Report, coordinatorUrl: string): Promise<void> {
  const folder = process.cwd();
  await compare(bench, report, [
    { name: 'Citus', folder, databaseUrl: coordinatorUrl, isCoordinator: true },
    { name: 'one server', folder, databaseUrl: await bench.database.makeDatabase('bench_one_server') },
  ]);
}

/**
 * Maximum throughput of two services, and CPU of a request, alternating; both run as `npm run start:api` and `start:worker`. The one that
 * goes first changes from round to round. Ratios are formed within a round, of what was measured seconds apart.
 */
async function compare(bench: Bench, report: Report, places: readonly [Place, Place]): Promise<void> {
  const { comparisonRounds: rounds } = bench.plan;
  await using other = await start(bench, places[1]);
  await using current = await start(bench, places[0]);
  await bench.database.checkpoint();
  const names = `${current.place.name} / ${other.place.name}`;
  const isOnCitus = current.place.isCoordinator === true;
  const scenario = `${names}${isOnCitus ? '' : ` (${other.place.folder})`}, ${rounds} rounds`;
  for (const operation of Object.keys(WORKLOADS)) {
    const pairs: { readonly now: Measured; readonly before: Measured }[] = [];
    for (let round = 0; round < rounds; round++) {
      const isFirst = round % 2 === 0;
      await allDelivered(current);
      await allDelivered(other);
      const early = await measure(bench, isFirst ? current : other, operation, round);
      const late = await measure(bench, isFirst ? other : current, operation, round);
      const pair = isFirst ? { now: early, before: late } : { now: late, before: early };
      pairs.push(pair);
      console.error(`… round ${round + 1}: ${operation}: ${text(pair.now)}; ${other.place.name} ${text(pair.before)}`);
    }
    const add = (what: string, of: (pair: (typeof pairs)[number]) => number, unit: string): void =>
      report.add({
        scenario,
        what: `${operation}, ${what}`,
        value: median(pairs.map(of)),
        unit,
        ...(unit === '×' && !isOnCitus ? { asked: { atLeast: LEAST_RATIO } } : {}),
      });
    add(current.place.name, ({ now }) => now.perSecond, 'requests/s');
    add(other.place.name, ({ before }) => before.perSecond, 'requests/s');
    add(names, ({ now, before }) => now.perSecond / before.perSecond, '×');
    add(`p50, ${current.place.name}`, ({ now }) => now.p50, 'ms');
    add(`p50, ${other.place.name}`, ({ before }) => before.p50, 'ms');
    // The processes of Citus belong to servers that the benchmark did not start.
    if (isOnCitus) continue;
    add(`CPU, ${current.place.name}`, ({ now }) => now.cpu, 'ms');
    add(`CPU, ${other.place.name}`, ({ before }) => before.cpu, 'ms');
    add(`CPU, ${other.place.name} / ${current.place.name}`, ({ now, before }) => before.cpu / now.cpu, '×');
  }
}

async function measure(bench: Bench, contender: Contender, operation: string, round: number): Promise<Measured> {
  const { server, seller, cpuSeconds } = contender;
  const cpu = async (): Promise<number> => (await cpuSeconds()) + (await bench.database.cpuSeconds());
  const before = await cpu();
  const started = performance.now();
  const { answers, p50 } = await bench.atMost(server, WORKLOADS[operation]!(seller, bench.plan.keys.usual, round), { warmUp: 0 });
  if (operation === 'purchase') await allGranted(contender);
  const milliseconds = performance.now() - started;
  return { perSecond: (answers * 1000) / milliseconds, p50, cpu: (((await cpu()) - before) * 1000) / answers };
}

const text = ({ perSecond, p50, cpu }: Measured): string =>
  `${Math.round(perSecond)} requests/s, p50 ${p50.toFixed(1)} ms, ${cpu.toFixed(3)} ms of CPU`;
