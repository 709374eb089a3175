import 'reflect-metadata';

import { assertFoldersWritable } from '#platform/data-folder';
import { aborted, assertPortAvailable, productionSettings, run, stopRequest } from '#platform/process';
import { serve } from './serve.ts';

/** `latchkey api`: the HTTP API, on a database that `latchkey migrate` has migrated. */
await run(async () => {
  const settings = await productionSettings();
  await assertPortAvailable(settings.config);
  assertFoldersWritable(settings.config);
  const stop = stopRequest();
  await using api = await serve(settings);
  console.log(`The Latchkey API is listening at ${api.address}`);
  await aborted(stop);
});
