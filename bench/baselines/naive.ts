import { MikroORM } from '@mikro-orm/postgresql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import { CredentialSources } from '#platform/auth';
import { createAdapter, prepare } from '#platform/http/composition';
import { ormOptions } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { ApiModule } from '../../apps/api/api.module.ts';
import type { ProcessSettings } from '../../apps/settings.ts';
import { LicenseKeys } from '../../libs/licensing/src/domain/keys/license-keys.ts';
import type { Running } from '../running.ts';
import { NaiveLicenseKeys } from './naive-license-keys.ts';
import { ActivationMapping, LicenseKeyMapping } from './naive.mapping.ts';

/** The complete product, except that license keys are changed in one ORM transaction each. */
export async function startNaive(settings: ProcessSettings): Promise<Running> {
  const tables = { entities: [LicenseKeyMapping, ActivationMapping], migrations: [] };
  const orm = await MikroORM.init(ormOptions(settings.databaseUrl, [tables]));
  const root = Test.createTestingModule({ imports: [ApiModule.register(settings)] });
  const naive = { factory: (keyring: Keyring) => new NaiveLicenseKeys(orm.em, keyring), inject: [Keyring] };
  const module = await root.overrideProvider(LicenseKeys).useFactory(naive).compile();
  const app = module.createNestApplication<NestFastifyApplication>(createAdapter(settings.config.trustedProxies), {
    bodyParser: false,
  });
  const credentials = app.get(CredentialSources);
  const { sandbox, mediaFolder } = settings.config;
  prepare(app, { sandbox, tokens: credentials, fileFolder: mediaFolder });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { port, close: () => app.close().then(() => orm.close(true)) };
}
