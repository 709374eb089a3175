import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Config } from '#platform/config';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { startWebhooks } from '../../apps/worker/start-webhooks.ts';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import { SECRET_KEY } from '../data-set.ts';
import { serveParent } from './child.ts';
import { counting } from './counting.ts';

/** Runs the product's worker; the queue is in Redis if a URL is given, otherwise in PostgreSQL. */
const [databaseUrl, redisUrl] = process.argv.slice(2);
const counts = await counting('worker');
const config = Config.from({ REDIS_URL: redisUrl, WEBHOOK_ALLOW: '127.0.0.1' });
const settings = { config, databaseUrl: databaseUrl!, secretKeys: [SECRET_KEY] };
const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), { logger: ['error', 'warn'] });
const messaging = await startMessaging(app, settings);
const webhooks = startWebhooks(app);
await serveParent(null, counts, async () => {
  await webhooks[Symbol.asyncDispose]();
  await messaging[Symbol.asyncDispose]();
  await app.close();
});
