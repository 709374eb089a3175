import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotListen, localAddress } from '../process/index.ts';
import type { ProcessSettings } from '../settings.ts';
import { createApi } from './create-api.ts';
import { HealthController } from './health.controller.ts';

/** How long requests in progress may take once no others are accepted. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
const IDLE_SWEEP_MS = 50;

export interface RunningApi extends AsyncDisposable {
  readonly app: NestFastifyApplication;
  /** The URL under which this machine reaches it. */
  readonly address: string;
}

/** Runs on the initialized application before it listens. What is added to `resources` is disposed of before the application. */
export type BeforeListen = (app: INestApplicationContext, resources: AsyncDisposableStack) => Promise<void>;

/** How an API ends. */
export interface Draining {
  /** How long it goes on to serve requests, while it says that it is not ready. */
  readonly seconds: number;
  /** Ends that time at once. */
  readonly hurry: AbortSignal;
}

/**
 * Starts the API. Disposing of it makes it not ready and goes on to serve requests for a time, so that proxies send them elsewhere; then it
 * refuses new connections, lets requests in progress finish and closes the database pools.
 */
export async function serve(settings: ProcessSettings, draining: Draining, beforeListen?: BeforeListen): Promise<RunningApi> {
  const { config } = settings;
  const app = await createApi(settings);
  const resources = new AsyncDisposableStack();
  resources.defer(() => close(app));
  try {
    await app.init();
    await beforeListen?.(app, resources);
    await app.listen(config.port, config.host);
    resources.defer(() => drain(app, draining));
  } catch (error) {
    await resources.disposeAsync();
    throw cannotListen(error as Error, config);
  }
  return { app, address: localAddress(config), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Each response ends its connection, so that its client opens the next one elsewhere. */
async function drain(app: NestFastifyApplication, { seconds, hurry }: Draining): Promise<void> {
  app.get(HealthController).end();
  const server = app.getHttpServer() as Server;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  await sleep(seconds * 1_000, undefined, { signal: hurry }).catch(() => undefined);
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
