import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { freshDatabase } from './database.ts';
import { noteSecret } from './logged-secrets.ts';

export const SECRET_KEY = Buffer.alloc(32, 7);
noteSecret(SECRET_KEY.toString('base64'));

/** Settings that lift the limits on sign-ins and on requests to the OpenID provider. */
export const NO_SIGN_IN_LIMITS = Object.fromEntries(
  ['SIGN_IN', 'OPENID', 'OPENID_CLIENTS'].flatMap((quota) => [
    [`${quota}_PER_MINUTE`, '1000000'],
    [`${quota}_PER_HOUR`, '1000000'],
  ]),
);

/** Settings that lift the limit on unknown license keys. */
export const NO_KEY_LIMITS = { KEY_FAILURES_PER_MINUTE: '1000000', KEY_FAILURES_PER_HOUR: '1000000' };

export interface TestApi {
  readonly app: NestFastifyApplication;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** The whole API on its own database and data folder. It does not listen on a port. */
export async function startApi(env: Record<string, string> = {}): Promise<TestApi & { readonly dataFolder: string }> {
  const database = await freshDatabase();
  const api = await apiOn(database.url, env);
  return {
    ...api,
    close: async () => {
      await api.close();
      await database.drop();
    },
  };
}

/** The whole API on a migrated database, with a data folder of its own. */
export async function apiOn(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<TestApi & { readonly dataFolder: string }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-api-'));
  const config = Config.from({ SINGLE_SIGN_ON_ALLOW: '127.0.0.1', LATCHKEY_DATA: dataFolder, DATABASE_URL: databaseUrl, ...env });
  const app = await createApi({ config, databaseUrl, secretKeys: [SECRET_KEY] });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    databaseUrl,
    dataFolder,
    close: async () => {
      await app.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
