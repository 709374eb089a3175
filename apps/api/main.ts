import 'reflect-metadata';
import cluster from 'node:cluster';
import { assertFoldersWritable } from '#platform/data-folder';
import { aborted, assertPortAvailable, localAddress, productionSettings, run, stopRequest } from '#platform/process';
import { ApiProcesses } from './api-processes.ts';
import { serve } from './serve.ts';

/**
 * `latchkey api`: the HTTP API, on a database that `latchkey migrate` has migrated. Runs in this process, or in several others that this
 * one starts with the same program.
 */
await run(async () => {
  const settings = await productionSettings();
  const { config } = settings;
  if (cluster.isPrimary) {
    await assertPortAvailable(config);
    assertFoldersWritable(config);
  }
  const stop = stopRequest();
  const isOnlyOne = config.apiProcesses === 1 || !cluster.isPrimary;
  await using resources = new AsyncDisposableStack();
  resources.use<AsyncDisposable>(await (isOnlyOne ? serve(settings) : ApiProcesses.start(settings)));
  if (cluster.isPrimary) console.log(`The Latchkey API is listening at ${localAddress(config)}`);
  await aborted(stop);
});
