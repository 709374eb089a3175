import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { processLog } from '#engine/logging';
import { metricsOfProcesses } from '#engine/metrics';
import { CliError } from '../process/index.ts';
import type { ProcessSettings } from '../settings.ts';

/** A process that ends sooner than this after its start is replaced after the same time, so that a lasting fault does not use up the CPU. */
const SHORT_LIFE_MS = 1_000;
/** Longer than a process takes to finish the requests in progress. */
const STOP_TIMEOUT_MS = 9_000;

/**
 * Several API processes that share the port. This process listens and gives them the connections in turn; it handles no request itself. A
 * process that ends is replaced. If this process ends, however it does, so do they.
 */
export class ApiProcesses implements AsyncDisposable {
  private isStopping = false;

  private constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** Resolves when all of them accept requests; throws `CliError` if one cannot be started. */
  static async start({ config, databaseUrl, secretKeys }: ProcessSettings): Promise<ApiProcesses> {
    cluster.setupPrimary({ args: ['api'] });
    const processes = new ApiProcesses({
      PORT: String(config.port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKeys.map((key) => key.toString('base64')).join(','),
    });
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

  /** The processes finish the requests in progress. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const deadline = setTimeout(() => workers.forEach(({ process }) => process.kill('SIGKILL')), STOP_TIMEOUT_MS);
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
