import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { Config } from '#platform/config';
import { createAdapter } from '#platform/http/composition';
import { ApiModule } from '../api/api.module.ts';
import { describeApi } from './open-api.ts';

const config = Config.from({});

/** The OpenAPI document of a version, of the default configuration. In preview mode Nest creates no providers, so no database is needed. */
export async function openApiDocument(
  version: ApiVersion = FIRST_API_VERSION,
  baseUrl: string = config.baseUrl,
): Promise<OpenAPIObject> {
  const api = ApiModule.register({ config, databaseUrl: 'postgres://localhost/unused', secretKeys: [Buffer.alloc(32)] });
  const app = await NestFactory.create<NestFastifyApplication>(api, createAdapter([]), { preview: true, logger: ['error'] });
  return describeApi(app, baseUrl, version);
}
