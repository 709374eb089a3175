import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { assertFoldersWritable } from '#platform/data-folder';
import { pgPool } from '#platform/persistence';
import { aborted, cannotListen, localAddress, productionSettings, run, stopRequest } from '#platform/process';
import { carryEvents } from './carry-events.ts';
import { portOf, serveHealth } from './health.ts';
import { keepTime } from './keep-time.ts';
import { WorkerModule } from './worker.module.ts';

/** The worker: carries events from the outbox to their subscribers, and does what is due by the clock. Several may run. */
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
    await using work = new AsyncDisposableStack();
    work.use(await carryEvents(app, settings));
    work.use(keepTime(app));
    const health = await serveHealth(port, host, await pgPool(app.get(EntityManager))).catch((error: Error) => {
      throw cannotListen(error, { host, port });
    });
    process.stdout.write(
      `The Latchkey worker is carrying events; its health is at ${localAddress({ host, port: portOf(health) })}/health/ready\n`,
    );
    await aborted(stop);
    health.close();
  } finally {
    await app.close();
  }
});
