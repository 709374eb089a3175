import type { Target, TargetAnswers } from './target.ts';
import { makeBareKeys } from './baselines/bare.ts';
import { makeDataSet } from './data-set.ts';
import { DatabaseServer } from './database-server.ts';
import type { Generator, Run } from './load/generator.ts';
import type { Summary } from './load/measured.ts';
import type { Workload } from './load/workload.ts';
import { makeSessions } from './sessions.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import type { Plan } from './plan.ts';
import { Child } from './processes/start-child.ts';

/** The flags of `npm start` and `npm run start:api`: room for what is young, and none for what is dead. */
const AS_SHIPPED = ['--max-semi-space-size=32', '--heap-growing-percent=80'];

/** Enough that hardly any two requests are of the same customer. */
const VISITORS = 5_000;

export type Server = Child<number, TargetAnswers>;

/** What the load generator needs to know of a server: `ready` is its port. */
export type Measurable = Pick<Server, 'ready' | 'complaints'>;

const startServer = (target: Target, databaseUrl: string): Promise<Server> =>
  Child.start(new URL('./target.js', import.meta.url), [target, databaseUrl], AS_SHIPPED);

/** Everything that scenarios share: one database server, one load generator, servers and data sets made on first use. */
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

  static async start(plan: Plan): Promise<Bench> {
    const database = await DatabaseServer.start();
    try {
      return new Bench(plan, database, await Child.start(new URL('./load/generator.js', import.meta.url)));
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** A process of its own for each target and data set. */
  server(target: Target, keys = this.plan.keys.usual, activations = 0): Promise<Server> {
    return remembered(this.servers, `${target} ${keys} ${activations}`, async () => {
      return startServer(target, await this.dataSet(target, keys, activations));
    });
  }

  /** Tokens of customers of the data set that has so many. */
  sessions(customers: number): Promise<string[]> {
    return remembered(this.visitors, `${customers}`, async () => {
      const url = await this.dataSet('product', customers, 0);
      console.error(`… opening sessions of ${customers} customers`);
      return makeSessions(url, customers, VISITORS);
    });
  }

  /** The product on a database of one's own. */
  serverOn(databaseUrl: string): Promise<Server> {
    return remembered(this.servers, databaseUrl, () => startServer('product', databaseUrl));
  }

  private dataSet(target: Target, keys: number, activations: number): Promise<string> {
    const name = target === 'bare' ? 'bench_bare' : `bench_${keys}${activations > 0 ? `_activated_${activations}` : ''}`;
    return remembered(this.dataSets, name, () => {
      console.error(`… making ${name}`);
      return target === 'bare' ? makeBareKeys(this.database, keys) : makeDataSet(this.database, { name, keys, activations });
    });
  }

  /** As many requests as the server answers. */
  atMost(
    server: Measurable,
    workload: Workload,
    { warmUp = this.plan.warmUp, seconds = this.plan.seconds } = {},
  ): Promise<Summary> {
    return this.load(server, { workload, warmUp, seconds });
  }

  /** So many requests a second, latency from the time at which each should have been sent. */
  atRate(server: Measurable, workload: Workload, rate: number, warmUp: number, seconds: number): Promise<Summary> {
    return this.load(server, { workload, rate, warmUp, seconds });
  }

  private async load(server: Measurable, run: Omit<Run, 'port' | 'connections'>): Promise<Summary> {
    try {
      return await this.generator.ask('run', { port: server.ready, connections: this.plan.connections, ...run });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${server.complaints}`, { cause: error });
    }
  }

  rememberMaximum(operation: Operation, perSecond: number): void {
    this.maxima.set(operation, perSecond);
  }

  /** A quarter of what the product can do, the rate at which latencies are looked at. */
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
