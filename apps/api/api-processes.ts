import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { processLog } from '#engine/logging';
import { metricsOfProcesses } from '#engine/metrics';
import { CliError } from '../process/index.ts';
import type { ProcessSettings } from '../settings.ts';
import type { Draining } from './serve.ts';

/** A process that ends sooner than this after its start is replaced after the same time, so that a lasting fault does not use up the CPU. */
const SHORT_LIFE_MS = 1_000;
/** Longer than a process takes to finish the requests in progress, once it refuses others. */
const STOP_TIMEOUT_MS = 9_000;
/** What a process is told that should not wait for others to notice that it ends. */
const HURRY = 'latchkey:hurry';

/**
 * Several API processes that share the port. This process listens and gives them the connections in turn; it handles no request itself. A
 * process that ends is replaced. If this process ends, however it does, so do they.
 */
export class ApiProcesses implements AsyncDisposable {
  private isStopping = false;

  private constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly draining: Draining,
  ) {}

  /** Resolves when all of them accept requests; throws `CliError` if one cannot be started. */
  static async start({ config, databaseUrl, secretKeys }: ProcessSettings, draining: Draining): Promise<ApiProcesses> {
    cluster.setupPrimary({ args: ['api'] });
    const env = {
      PORT: String(config.port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKeys.map((key) => key.toString('base64')).join(','),
      SHUTDOWN_DRAIN_SECONDS: String(draining.seconds),
    };
    const processes = new ApiProcesses(env, draining);
    try {
      await Promise.all(Array.from({ length: config.apiProcesses }, () => processes.startFirst()));
    } catch (error) {
      await processes[Symbol.asyncDispose]();
      throw error;
    }
    return processes;
  }

  /** The metrics of each process. */
  static metrics(this: void): ReturnType<typeof metricsOfProcesses> {
    return metricsOfProcesses(Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined));
  }

  /** In one of the processes: aborted when it is told to end at once. A terminal and systemd send their signals to all processes. */
  static hurry(): AbortSignal {
    const hurry = new AbortController();
    process.on('message', (message) => {
      if (message === HURRY) hurry.abort();
    });
    return hurry.signal;
  }

  /** The processes finish the requests in progress. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const { seconds, hurry } = this.draining;
    const kill = (): void => workers.forEach(({ process }) => process.kill('SIGKILL'));
    const deadline = setTimeout(kill, seconds * 1_000 + STOP_TIMEOUT_MS);
    const tell = (): void => workers.forEach((worker) => worker.isConnected() && worker.send(HURRY));
    if (hurry.aborted) tell();
    else hurry.addEventListener('abort', tell, { once: true });
    await Promise.all(workers.map(endOf));
    clearTimeout(deadline);
  }

  private startFirst(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork(this.env);
      const failed = (): void => reject(new CliError('A process of the API could not be started.'));
      worker.once('exit', failed);
      worker.once('listening', () => {
        worker.off('exit', failed);
        this.replaceWhenEnded(worker);
        resolve();
      });
    });
  }

  private replaceWhenEnded(worker: Worker): void {
    const started = performance.now();
    worker.once('exit', (code, signal) => void this.replace(signal || `exit code ${code}`, performance.now() - started));
  }

  private async replace(reason: string, lifeMs: number): Promise<void> {
    if (this.isStopping) return;
    processLog().error(`A process of the API ended (${reason}).`);
    if (lifeMs < SHORT_LIFE_MS) await sleep(SHORT_LIFE_MS, undefined, { ref: false });
    if (this.isStopping) return;
    const worker = cluster.fork(this.env);
    worker.once('listening', () => processLog().log('Another process of the API has replaced it.'));
    this.replaceWhenEnded(worker);
  }
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  });
}
