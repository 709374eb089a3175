import { Config, InvalidConfiguration } from '#platform/config';
import { openBackend, DeliveryQueue } from '#platform/messaging';
import { run } from '#platform/process';
import { failedEvents } from './failed-events.ts';

/** `npm run failed-events -- …`: what no worker could deal with, for whoever has removed the cause. */
await run(async () => {
  const [, , ...args] = process.argv;
  const { databaseUrl, redisUrl } = Config.from(process.env);
  if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database of the service.']);
  const backend = await openBackend({ databaseUrl, redisUrl });
  const deliveries = await DeliveryQueue.open(backend);
  try {
    process.stdout.write(await failedEvents(args, deliveries));
  } finally {
    await deliveries.close();
    await backend.close();
  }
});
