import pg from 'pg';
import { EventRouter, Messaging, openBackend, type Subscriber } from '#platform/messaging/composition';
import { serveParent } from './child.ts';

/** A subscriber that does nothing, so that only the cost of delivery is measured. */
class Idle implements Subscriber {
  readonly id = 'Idle';

  async handle(): Promise<void> {}
}

const [databaseUrl, redisUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });
const messaging = await Messaging.start({
  databaseUrl: databaseUrl!,
  pool,
  backend: await openBackend({ databaseUrl: databaseUrl!, redis: redisUrl === undefined ? undefined : { url: redisUrl } }),
  router: new EventRouter(new Map([['bench.happened', [new Idle()]]])),
  retentionDays: 7,
  failed: (what, error) => console.error(what, error),
});
await serveParent(null, {}, async () => {
  await messaging[Symbol.asyncDispose]();
  await pool.end();
});
