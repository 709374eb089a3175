import pg from 'pg';
import { Messaging, openBackend, Subscriber } from '#platform/messaging';
import { serveParent } from './child.ts';

/** A subscriber that does nothing, so that only the cost of delivery is measured. */
class Idle extends Subscriber {
  async handle(): Promise<void> {}
}

const [databaseUrl, redisUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });
const messaging = await Messaging.start({
  databaseUrl: databaseUrl!,
  pool,
  backend: await openBackend({ databaseUrl: databaseUrl!, redisUrl }),
  routes: new Map([['bench.happened', [Idle.name]]]),
  subscribers: new Map([[Idle.name, new Idle()]]),
  retentionDays: 7,
  failed: (what, error) => console.error(what, error),
});
await serveParent(null, {}, async () => {
  await messaging[Symbol.asyncDispose]();
  await pool.end();
});
