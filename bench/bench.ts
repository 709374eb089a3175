import type { Target } from './target.ts';
import { makeBareKeys } from './baselines/bare.ts';
import { makeDataSet } from './data-set.ts';
import { DatabaseServer } from './database-server.ts';
import type { Generator, Run } from './load/generator.ts';
import type { Summary } from './load/measured.ts';
import type { Workload } from './load/workload.ts';
import { makeSessions } from './sessions.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import type { Plan } from './plan.ts';
import { type Server, startServer } from './processes/product.ts';
import { Child } from './processes/start-child.ts';

/** Longer than the requests of any workload take that are sent once. */
const LONGEST_SECONDS = 600;

/** Enough tokens that concurrent requests rarely belong to the same customer. */
const VISITORS = 5_000;

/** What the load generator needs to know of a server: `ready` is its port. */
export type Measurable = Pick<Server, 'ready' | 'errorOutput'>;

interface AtMost {
  /** The host of the server; this machine by default. */
  readonly host?: string | undefined;
  readonly warmUp?: number;
  readonly seconds?: number;
}

/** What the scenarios share: one database server, one load generator, and servers and data sets that are created on first use. */
export class Bench implements AsyncDisposable {
  private readonly servers = new Map<string, Promise<Server>>();
  private readonly dataSets = new Map<string, Promise<string>>();
  private readonly visitors = new Map<string, Promise<string[]>>();
  private readonly maxima = new Map<Operation, number>();

  private constructor(
    readonly plan: Plan,
    readonly database: DatabaseServer,
    private readonly generator: Child<null, Generator>,
  ) {}

  /** `folder` keeps the data of the database server. */
  static async start(plan: Plan, folder?: string): Promise<Bench> {
    const database = await DatabaseServer.start({}, folder);
    try {
      return new Bench(plan, database, await Child.start(new URL('./load/generator.js', import.meta.url)));
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Returns the server process of a target and data set. */
  server(target: Target, keys = this.plan.keys.usual, activations = 0): Promise<Server> {
    return remembered(this.servers, `${target} ${keys} ${activations}`, async () => {
      return startServer(target, await this.dataSet(target, keys, activations));
    });
  }

  /** Returns session tokens of customers of the data set with this number of customers. */
  sessions(customers: number): Promise<string[]> {
    return remembered(this.visitors, `${customers}`, async () => {
      const url = await this.dataSet('product', customers, 0);
      console.error(`… creating sessions of ${customers} customers`);
      return makeSessions(url, customers, VISITORS);
    });
  }

  /** Starts a target, the product by default, on a given database. */
  serverOn(databaseUrl: string, target: Target = 'product', env: Record<string, string> = {}): Promise<Server> {
    const name = `${target} ${databaseUrl} ${JSON.stringify(env)}`;
    return remembered(this.servers, name, () => startServer(target, databaseUrl, env));
  }

  /** The URL of a database with so many keys. */
  dataSet(target: Target, keys: number, activations = 0): Promise<string> {
    const name = target === 'bare' ? 'bench_bare' : `bench_${keys}${activations > 0 ? `_activated_${activations}` : ''}`;
    return remembered(this.dataSets, name, () => {
      console.error(`… creating ${name}`);
      if (target === 'bare') return makeBareKeys(this.database, keys);
      if (activations > 0) return makeDataSet(this.database, name, keys, activations);
      return this.database.filled(name, (draft) => makeDataSet(this.database, draft, keys));
    });
  }

  /** Measures the maximum throughput. */
  atMost(
    server: Measurable,
    workload: Workload,
    { host, warmUp = this.plan.warmUp, seconds = this.plan.seconds }: AtMost = {},
  ): Promise<Summary> {
    return this.load(server, { host, workload, warmUp, seconds });
  }

  /** Sends all requests of a workload whose requests are sent once, as fast as the server answers. */
  sendAll(server: Measurable, workload: Workload): Promise<Summary> {
    return this.atMost(server, workload, { warmUp: 0, seconds: LONGEST_SECONDS });
  }

  /** Measures latency at a fixed rate of requests per second. */
  atRate(server: Measurable, workload: Workload, rate: number, warmUp: number, seconds: number): Promise<Summary> {
    return this.load(server, { workload, rate, warmUp, seconds });
  }

  private async load(server: Measurable, run: Omit<Run, 'port' | 'connections'>): Promise<Summary> {
    try {
      return await this.generator.ask('run', { port: server.ready, connections: this.plan.connections, ...run });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${server.errorOutput}`, { cause: error });
    }
  }

  rememberMaximum(operation: Operation, perSecond: number): void {
    this.maxima.set(operation, perSecond);
  }

  /** A quarter of the product's maximum throughput: the rate at which latency is measured. */
  async quarterOfMaximum(operation: Operation): Promise<number> {
    const { keys } = this.plan;
    if (!this.maxima.has(operation)) {
      const { perSecond } = await this.atMost(await this.server('product'), OPERATIONS[operation]({ keys: keys.usual }));
      this.rememberMaximum(operation, perSecond);
    }
    return Math.round(this.maxima.get(operation)! / 4);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const servers = await Promise.allSettled(this.servers.values());
    for (const server of servers) if (server.status === 'fulfilled') await server.value.stop();
    await this.generator.stop();
    await this.database[Symbol.asyncDispose]();
  }
}

function remembered<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}
