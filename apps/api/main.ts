import 'reflect-metadata';

import { assertFoldersWritable } from '#platform/data-folder';
import { aborted, assertPortAvailable, productionSettings, run, stopRequest } from '#platform/process';
import { serve } from './serve.ts';

/** The API alone, on a database that is migrated with `npm run migrate`. */
await run(async () => {
  const settings = await productionSettings();
  await assertPortAvailable(settings.config);
  assertFoldersWritable(settings.config);
  const stop = stopRequest();
  await using api = await serve(settings);
  console.log(`The Latchkey API is listening at ${api.address}`);
  await aborted(stop);
});
