import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { CredentialSources } from '#platform/auth';
import { ClockRefresh } from '#platform/clocks/composition';
import { processLog } from '#engine/logging';
import { createAdapter, prepare, SessionProxy } from '#platform/http/composition';
import { Keyring } from '#engine/secrets';
import type { ProcessSettings } from '../settings.ts';
import { ApiModule } from './api.module.ts';
import { servePages } from './pages.ts';
import { serveReference } from './reference-pages.ts';

/** The complete HTTP application; it does not listen yet. */
export async function createApi(settings: ProcessSettings): Promise<NestFastifyApplication> {
  const { sandbox, apiDocs, baseUrl, mediaFolder, trustedProxies } = settings.config;
  const sessions = new SessionProxy(new Keyring(settings.secretKeys), baseUrl.startsWith('https:'));
  const adapter = createAdapter(trustedProxies, sessions);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.register(settings), adapter, {
    bodyParser: false,
    logger: processLog(),
    abortOnError: false,
  });
  const credentials = app.get(CredentialSources);
  prepare(app, { sandbox, tokens: credentials, fileFolder: mediaFolder });
  if (sandbox) app.useGlobalInterceptors(app.get(ClockRefresh));
  if (apiDocs) serveReference(app.getHttpAdapter().getInstance() as unknown as FastifyInstance, baseUrl);
  await servePages(app, sessions, settings.config);
  return app;
}
