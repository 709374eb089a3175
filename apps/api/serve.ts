import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { cannotListen, localAddress } from '#platform/process';
import type { Settings } from './api.module.ts';
import { createApi } from './create-api.ts';

/** Requests under way get this long to finish once the process is asked to stop; Docker kills after ten seconds. */
const GRACE_MS = 8_000;
const SWEEP_MS = 50;

export interface Served extends AsyncDisposable {
  readonly app: NestFastifyApplication;
  /** Where someone on this machine finds it. */
  readonly address: string;
}

/** What is done with the whole application before anyone can reach it. What is put into its company ends before it does. */
type Preparation = (app: NestFastifyApplication, company: AsyncDisposableStack) => Promise<void>;

/** The API, listening. Disposing takes no new connections, lets requests under way finish, then closes the database pools. */
export async function serve(settings: Settings, prepare?: Preparation): Promise<Served> {
  const { config } = settings;
  const app = await createApi(settings);
  const company = new AsyncDisposableStack();
  company.defer(() => close(app));
  try {
    await app.init();
    await prepare?.(app, company);
    await app.listen(config.port, config.host);
  } catch (error) {
    await company.disposeAsync();
    throw cannotListen(error as Error, config);
  }
  return { app, address: localAddress(config), [Symbol.asyncDispose]: () => company.disposeAsync() };
}

/** A kept-alive connection that falls idle while closing would hold the server open, so those are closed as they appear. */
async function close(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
