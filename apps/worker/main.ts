import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { assertFoldersWritable } from '#platform/data-folder';
import { pgPool } from '#platform/persistence';
import { aborted, cannotListen, localAddress, productionSettings, run, stopRequest } from '#platform/process';
import { portOf, serveHealth } from './health.ts';
import { startScheduler } from './scheduler.ts';
import { startWebhooks } from './start-webhooks.ts';
import { startMessaging } from './start-messaging.ts';
import { WorkerModule } from './worker.module.ts';

/** `latchkey worker`: delivers events from the outbox to their subscribers and runs the scheduled jobs. Several may run. */
await run(async () => {
  const settings = await productionSettings();
  assertFoldersWritable(settings.config);
  const stop = stopRequest();
  const { workerPort: port, host } = settings.config;
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    await using resources = new AsyncDisposableStack();
    resources.use(await startMessaging(app, settings));
    resources.use(startScheduler(app));
    resources.use(startWebhooks(app));
    const health = await serveHealth(port, host, await pgPool(app.get(EntityManager))).catch((error: Error) => {
      throw cannotListen(error, { host, port });
    });
    const address = localAddress({ host, port: portOf(health) });
    process.stdout.write(`The Latchkey worker is processing events. Health check: ${address}/health/ready\n`);
    await aborted(stop);
    health.close();
  } finally {
    await app.close();
  }
});
