import 'reflect-metadata';
import { EntityManager } from '@mikro-orm/postgresql';
import { ApiProcesses } from '../api/api-processes.ts';
import { observe } from '../observe.ts';
import { assertMediaStore, assertSecretKey, withClient } from '../start-checks.ts';
import {
  aborted,
  assertFoldersWritable,
  assertPortAvailable,
  DataFolder,
  localAddress,
  readConfig,
  run,
  RuntimeFile,
  secondStopRequest,
  stopRequest,
  storedSecretKeys,
} from '../process/index.ts';
import { type BeforeListen, serve } from '../api/serve.ts';
import { startMessaging } from '../worker/start-messaging.ts';
import { startScheduler } from '../worker/scheduler.ts';
import { startWebhooks } from '../worker/start-webhooks.ts';
import { WatchedEventSink } from '../worker/watched-event-sink.ts';
import { migrateDatabase } from '../migrate/migrate-database.ts';
import { pgPool } from '#engine/persistence';
import { CLUSTER } from './cluster.ts';
import { assertDemoMayBeServed } from './demo/assert-demo-may-be-served.ts';
import { DemoFile } from './demo/demo-file.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { serveInProcesses } from './serve-in-processes.ts';
import { startMessage } from './start-message.ts';

/** With demo data, receivers of webhooks on this machine are allowed. */
const withDemoReceivers = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env['LATCHKEY_DEMO'] === '0' ? env : { WEBHOOK_ALLOW: 'localhost,127.0.0.1,[::1]', ...env };

/**
 * `latchkey start`, which `npm start` runs: the whole service in one process, or with the API in several others. Resources are closed
 * in reverse order: the API, then PostgreSQL, then the lock on the data folder.
 */
async function standalone(stop: AbortSignal): Promise<void> {
  const config = await readConfig(withDemoReceivers(process.env));
  using folder = DataFolder.open(config.dataFolder);
  await assertPortAvailable(config);
  assertFoldersWritable(config);
  const demoFile = new DemoFile(folder);
  if (demoFile.exists) assertDemoMayBeServed(config, demoFile.path);
  const isNewCluster = !config.databaseUrl && !folder.has(CLUSTER);
  if (isNewCluster) console.log(`Creating a PostgreSQL database in ${config.dataFolder} …`);
  const secretKeys =
    config.secretKeys.length > 0 ? config.secretKeys : storedSecretKeys(folder, { isFirstStart: !folder.has(CLUSTER) });
  await using postgres = config.databaseUrl ? null : await EmbeddedPostgres.start(folder);
  stop.throwIfAborted();
  const databaseUrl = config.databaseUrl ?? postgres!.url;

  const beginEmpty = (): void => {
    console.log('Creating the tables …');
    if (config.demo === 'none') return;
    assertDemoMayBeServed(config);
    demoFile.request();
  };
  await migrateDatabase(databaseUrl, { onEmpty: beginEmpty });
  await assertSecretKey({ databaseUrl, secretKeys });
  await withClient(databaseUrl, (client) => assertMediaStore(client, config));
  stop.throwIfAborted();
  await using observation = await observe('start', config, { others: ApiProcesses.metrics });

  const settings = { config, databaseUrl, secretKeys };
  let isFirstStart = false;
  const prepare: BeforeListen = async (app, own) => {
    const messaging = own.use(await startMessaging(app, settings));
    observation.metrics?.watchBacklog(messaging.backlog);
    const eventSink = WatchedEventSink.of(config, await pgPool(app.get(EntityManager)));
    if (eventSink) observation.metrics?.watchEventSink(() => eventSink.lagSeconds());
    own.use(startScheduler(app));
    own.use(startWebhooks(app));
    isFirstStart = await demoFile.update(app, config.baseUrl, stop);
  };
  // A developer who stops it waits for nothing.
  const draining = { seconds: config.shutdownDrainSeconds ?? 0, hurry: secondStopRequest() };
  await using resources = new AsyncDisposableStack();
  resources.use<AsyncDisposable>(
    await (config.apiProcesses === 1 ? serve(settings, draining, prepare) : serveInProcesses(settings, draining, prepare)),
  );
  using runtime = new RuntimeFile(folder);
  if (postgres) {
    const secretKeyIsKept = config.secretKeys.length === 0;
    runtime.write({
      database_url: databaseUrl,
      secret_key_is_kept: secretKeyIsKept,
      base_url: config.baseUrl,
      local_url: localAddress(config),
    });
  }
  console.log(startMessage(localAddress(config), config, demoFile, isFirstStart));
  await Promise.race([aborted(stop), ...(postgres ? [postgres.failure()] : [])]);
}

await run(async () => {
  const stop = stopRequest({ followParent: 'npm_lifecycle_event' in process.env });
  await standalone(stop).catch((error: unknown) => {
    if (error !== stop.reason) throw error;
  });
});
