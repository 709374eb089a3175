import { NestFactory } from '@nestjs/core';
import { processLog } from '#engine/logging';
import { ApiProcesses } from '../api/api-processes.ts';
import type { BeforeListen, Draining } from '../api/serve.ts';
import type { ProcessSettings } from '../settings.ts';
import { WorkerModule } from '../worker/worker.module.ts';

/** Serves the API in processes of its own; this process does the rest. */
export async function serveInProcesses(
  settings: ProcessSettings,
  draining: Draining,
  beforeListen: BeforeListen,
): Promise<AsyncDisposable> {
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), {
    logger: processLog(),
    abortOnError: false,
  });
  const resources = new AsyncDisposableStack();
  resources.defer(() => app.close());
  try {
    await beforeListen(app, resources);
    resources.use(await ApiProcesses.start(settings, draining));
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
  return resources;
}
