import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { NO_KEY_LIMITS } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiProcess, type RunningProcess, startApiProcess, startWorkerProcess } from '../support/processes.ts';

/** A job of a killed worker is taken over after seconds; what failed meanwhile is retried after some more. */
const DRAINED_SECONDS = 240;
const POLL_MS = 100;
const OPEN = `select 1 from platform.outbox where done_at is null
  union all select 1 from customer_portal.state_changes limit 1`;

const SETTINGS = { ...NO_KEY_LIMITS, LOG_REQUESTS: '0', MAIL_PER_ORGANIZATION_PER_HOUR: '1000000' };

export interface ServiceOptions {
  readonly databaseUrl: string;
  /** Ends PostgreSQL at once and starts it again. Without it, PostgreSQL is never a victim. */
  readonly crashPostgres?: () => Promise<void>;
  readonly apis: number;
  readonly workers: number;
  /** Further settings of all processes. */
  readonly env?: Record<string, string>;
}

type Kind = 'api' | 'worker';

/** Several API processes and workers on one database, which can be killed and started again. */
export class Service implements AsyncDisposable {
  /** The processes that run, by their number. */
  private readonly processes = { api: new Map<number, ApiProcess>(), worker: new Map<number, RunningProcess>() };
  private isPostgresUp = true;
  private crashes = 0;
  private readonly dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-history-'));

  private constructor(private readonly options: ServiceOptions) {}

  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options);
    try {
      const all = (kind: Kind, count: number) => Array.from({ length: count }, (_, number) => service.begin(kind, number));
      await Promise.all([...all('api', options.apis), ...all('worker', options.workers)]);
      return service;
    } catch (error) {
      await service[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The names of everything that runs and can be killed. */
  get running(): readonly string[] {
    const named = (kind: Kind): string[] => [...this.processes[kind].keys()].map((number) => `${kind} ${number}`);
    return [...named('api'), ...named('worker'), ...(this.isPostgresUp && this.options.crashPostgres ? ['postgres'] : [])];
  }

  /** The URLs of API processes that are up. */
  get urls(): readonly string[] {
    return [...this.processes.api.values()].map(({ url }) => url);
  }

  /** Kills processes that run with SIGKILL, and waits until others have taken their place. */
  async kill(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => (name === 'postgres' ? this.crashPostgres() : this.replace(name))));
  }

  /** Waits until every published event has been processed, including those published meanwhile. Without workers there is nobody to wait for. */
  async drained(): Promise<void> {
    if (this.options.workers === 0) return;
    const client = new pg.Client(this.options.databaseUrl);
    await client.connect();
    try {
      if (this.options.workers > 0)
        await eventually(async () => (await client.query(OPEN)).rowCount === 0, DRAINED_SECONDS, POLL_MS);
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { api, worker } = this.processes;
    await Promise.all([...api.values(), ...worker.values()].map((running) => running.end('SIGKILL')));
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  private async crashPostgres(): Promise<void> {
    this.isPostgresUp = false;
    this.crashes += 1;
    await this.options.crashPostgres!();
    this.isPostgresUp = true;
  }

  private async replace(name: string): Promise<void> {
    const [kind, number] = name.split(' ') as [Kind, string];
    const victim = this.processes[kind].get(Number(number));
    this.processes[kind].delete(Number(number));
    await victim?.end('SIGKILL');
    await this.begin(kind, Number(number));
  }

  /** A process that ends because PostgreSQL did while it started is started again, as whatever supervises it would do. */
  private async begin(kind: Kind, number: number): Promise<void> {
    for (;;) {
      const crashes = this.crashes;
      try {
        return await this.startProcess(kind, number);
      } catch (error) {
        if (this.isPostgresUp && crashes === this.crashes) throw error;
      }
    }
  }

  private async startProcess(kind: Kind, number: number): Promise<void> {
    const { databaseUrl } = this.options;
    const env = { ...SETTINGS, LATCHKEY_DATA: this.dataFolder, ...this.options.env };
    if (kind === 'api') this.processes.api.set(number, await startApiProcess(databaseUrl, env));
    else this.processes.worker.set(number, await startWorkerProcess(databaseUrl, env));
  }
}
