import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { assertFoldersWritable } from '#platform/data-folder';
import { processLog } from '#platform/logging';
import { pgPool } from '#platform/persistence';
import { aborted, cannotListen, localAddress, productionSettings, run, stopRequest } from '#platform/process';
import { observe } from '../observe.ts';
import { StartChecks } from '../start-checks.ts';
import { Health, portOf } from './health.ts';
import { startScheduler } from './scheduler.ts';
import { startWebhooks } from './start-webhooks.ts';
import { startMessaging } from './start-messaging.ts';
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
    throw cannotListen(error, { host, port });
  });
  resources.defer(() => health.close());
  await checks.done(stop);
  if (stop.aborted) return;
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), {
    logger: processLog(),
    abortOnError: false,
  });
  resources.defer(() => app.close());
  const messaging = resources.use(await startMessaging(app, settings));
  observation.metrics?.watchBacklog(() => messaging.backlog());
  resources.use(startScheduler(app));
  resources.use(startWebhooks(app));
  health.readyWith(await pgPool(app.get(EntityManager)));
  const address = localAddress({ host, port: portOf(health.server) });
  processLog().log(`The Latchkey worker is processing events. Health check: ${address}/health/ready`);
  await aborted(stop);
});
