import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAdapter, prepare } from '#platform/http';
import type { ProcessSettings } from '../settings.ts';
import { ApiModule } from './api.module.ts';
import { serveOpenApi } from './open-api.ts';

/** The complete HTTP application; it does not listen yet. */
export async function createApi(settings: ProcessSettings): Promise<NestFastifyApplication> {
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
