import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { cannotListen, localAddress } from '../process/index.ts';
import type { ProcessSettings } from '../settings.ts';
import { createApi } from './create-api.ts';

/** How long requests in progress may take after a stop request. Docker kills a container after ten seconds. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
const IDLE_SWEEP_MS = 50;

export interface RunningApi extends AsyncDisposable {
  readonly app: NestFastifyApplication;
  /** The URL under which this machine reaches it. */
  readonly address: string;
}

/** Runs on the initialized application before it listens. What is added to `resources` is disposed of before the application. */
export type BeforeListen = (app: INestApplicationContext, resources: AsyncDisposableStack) => Promise<void>;

/**
 * Starts the API. Disposing of it refuses new connections, lets requests in progress finish and closes the database pools.
 */
export async function serve(settings: ProcessSettings, beforeListen?: BeforeListen): Promise<RunningApi> {
  const { config } = settings;
  const app = await createApi(settings);
  const resources = new AsyncDisposableStack();
  resources.defer(() => close(app));
  try {
    await app.init();
    await beforeListen?.(app, resources);
    await app.listen(config.port, config.host);
  } catch (error) {
    await resources.disposeAsync();
    throw cannotListen(error as Error, config);
  }
  return { app, address: localAddress(config), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Idle keep-alive connections would keep the server open, so they are closed as soon as they become idle. */
async function close(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
