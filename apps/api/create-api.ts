import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAdapter, prepare } from '#platform/http';
import { ApiModule, type Settings } from './api.module.ts';
import { serveOpenApi } from './open-api.ts';

/** The whole HTTP application, not listening yet. */
export async function createApi(settings: Settings): Promise<NestFastifyApplication> {
  const adapter = createAdapter(settings.config.trustedProxies);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.register(settings), adapter, {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  prepare(app, { sandbox: settings.config.sandbox });
  serveOpenApi(app, settings.config.baseUrl);
  return app;
}
