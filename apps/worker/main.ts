import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import {
  aborted,
  assertFoldersWritable,
  cannotListen,
  localAddress,
  productionSettings,
  run,
  stopRequest,
} from '../process/index.ts';
import { processLog } from '#engine/logging';
import type { Messaging } from '#platform/messaging/composition';
import { pgPool } from '#engine/persistence';
import { observe } from '../observe.ts';
import type { ProcessSettings } from '../settings.ts';
import { StartChecks } from '../start-checks.ts';
import { Health, portOf } from './health.ts';
import { startScheduler } from './scheduler.ts';
import { startWebhooks } from './start-webhooks.ts';
import { startMessaging } from './start-messaging.ts';
import { WatchedEventSink } from './watched-event-sink.ts';
import { WorkerModule } from './worker.module.ts';

/**
 * `latchkey worker`: delivers events from the outbox to their subscribers and runs the scheduled jobs. Several may run. Until the
 * database is reachable and migrated it waits, and is not ready.
 */
await run(async () => {
  const settings = await productionSettings();
  const { config } = settings;
  assertFoldersWritable(config);
  const stop = stopRequest();
  await using resources = new AsyncDisposableStack();
  const observation = resources.use(await observe('worker', config));
  const checks = await StartChecks.begin(settings);
  const { workerPort: port, host } = config;
  const health = await Health.serve(port, host).catch((error: Error) => {
    throw cannotListen(error, { host, port }, ['WORKER_PORT', 'HOST']);
  });
  resources.defer(() => health.close());
  const work = await startWork(settings, checks, stop);
  if (!work) return;
  resources.use(work.resources);
  observation.metrics?.watchBacklog(work.messaging.backlog);
  const { eventSink } = work;
  if (eventSink) observation.metrics?.watchEventSink(() => eventSink.lagSeconds());
  health.readyWith(work, config);
  const address = localAddress({ host, port: portOf(health.server) });
  processLog().log(`The Latchkey worker is processing events. Health check: ${address}/health/ready`);
  await aborted(stop);
});

interface RunningWork {
  readonly messaging: Messaging;
  readonly pool: Pool;
  readonly eventSink: WatchedEventSink | undefined;
  readonly resources: AsyncDisposableStack;
}

/** Starts as soon as the database is ready, again if it is lost meanwhile. Undefined if `stop` is aborted before. */
async function startWork(settings: ProcessSettings, checks: StartChecks, stop: AbortSignal): Promise<RunningWork | undefined> {
  for (;;) {
    await checks.done(stop);
    if (stop.aborted) return undefined;
    try {
      return await started(settings);
    } catch (error) {
      checks.failed(error);
    }
  }
}

async function started(settings: ProcessSettings): Promise<RunningWork> {
  await using resources = new AsyncDisposableStack();
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), {
    logger: processLog(),
    abortOnError: false,
  });
  resources.defer(() => app.close());
  const pool = await pgPool(app.get(EntityManager));
  const messaging = resources.use(await startMessaging(app, settings));
  resources.use(startScheduler(app));
  resources.use(startWebhooks(app));
  return { messaging, pool, eventSink: WatchedEventSink.of(settings.config, pool), resources: resources.move() };
}
