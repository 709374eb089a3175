import 'reflect-metadata';
import cluster from 'node:cluster';
import {
  aborted,
  assertFoldersWritable,
  assertPortAvailable,
  localAddress,
  productionSettings,
  run,
  secondStopRequest,
  stopRequest,
} from '../process/index.ts';
import { processLog } from '#engine/logging';
import { collectFromPrimary } from '#engine/metrics';
import { observe } from '../observe.ts';
import type { ProcessSettings } from '../settings.ts';
import { StartChecks } from '../start-checks.ts';
import { ApiProcesses } from './api-processes.ts';
import { type Draining, serve } from './serve.ts';

/** Load balancers ask every few seconds whether a process is ready. */
const DRAIN_SECONDS = 5;

const drainingOf = ({ config }: ProcessSettings, hurry: AbortSignal): Draining => ({
  seconds: config.shutdownDrainSeconds ?? DRAIN_SECONDS,
  hurry,
});

/**
 * `latchkey api`: the HTTP API, on a database that `latchkey migrate` has migrated. Runs in this process, or in several others that this
 * one starts with the same program.
 */
await run(async () => {
  const settings = await productionSettings();
  const stop = stopRequest();
  await using resources = new AsyncDisposableStack();
  await (cluster.isPrimary ? primary(settings, stop, resources) : oneOfSeveral(settings, stop, resources));
});

async function primary(settings: ProcessSettings, stop: AbortSignal, resources: AsyncDisposableStack): Promise<void> {
  const { config } = settings;
  await assertPortAvailable(config);
  assertFoldersWritable(config);
  resources.use(await observe('api', config, { others: ApiProcesses.metrics }));
  const checks = await StartChecks.begin(settings);
  const draining = drainingOf(settings, secondStopRequest());
  resources.use<AsyncDisposable>(
    await (config.apiProcesses === 1 ? serve(settings, draining) : ApiProcesses.start(settings, draining)),
  );
  processLog().log(`The Latchkey API is listening at ${localAddress(config)}`);
  await Promise.race([aborted(stop), checks.done(stop).then(() => aborted(stop))]);
}

/** The process that started this one has checked everything, and serves the metrics. */
async function oneOfSeveral(settings: ProcessSettings, stop: AbortSignal, resources: AsyncDisposableStack): Promise<void> {
  const { metrics, ...others } = settings.config;
  const hasMetrics = metrics.apiPort !== undefined;
  resources.use(await observe('api', { ...others, metrics: { ...metrics, apiPort: undefined } }));
  if (hasMetrics) await collectFromPrimary('api');
  resources.use(await serve(settings, drainingOf(settings, ApiProcesses.hurry())));
  await aborted(stop);
}
