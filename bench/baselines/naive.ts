import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import { createAdapter, prepare } from '#platform/http';
import { ApiModule, type Settings } from '../../apps/api/api.module.ts';
import { LicenseKeys } from '../../libs/licensing/src/domain/license-keys.ts';
import type { Running } from '../running.ts';
import { NaiveLicenseKeys } from './naive-license-keys.ts';

/** The whole product, but for its license keys: those change the usual way. */
export async function startNaive(settings: Settings): Promise<Running> {
  const root = Test.createTestingModule({ imports: [ApiModule.register(settings)] });
  const module = await root.overrideProvider(LicenseKeys).useClass(NaiveLicenseKeys).compile();
  const app = module.createNestApplication<NestFastifyApplication>(createAdapter(), { bodyParser: false });
  prepare(app, { sandbox: settings.config.sandbox });
  await app.listen(0, '127.0.0.1');
  return { port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close() };
}
