import type { Config } from '#platform/config';
import { InvalidConfiguration } from '#platform/config/composition';
import { readConfig } from './read-config.ts';

const DATABASE_URL = 'DATABASE_URL must be set: the PostgreSQL database to work on.';
const SECRET_KEY = 'SECRET_KEY must be set: base64 of at least 32 bytes, such as `openssl rand -base64 32` prints.';

export interface ProductionSettings {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretKeys: readonly Buffer[];
}

/** The settings of processes without a data folder: DATABASE_URL and SECRET_KEY are required. */
export async function productionSettings(env: NodeJS.ProcessEnv = process.env): Promise<ProductionSettings> {
  const config = await readConfig(env);
  const { databaseUrl, secretKeys } = config;
  if (!databaseUrl || secretKeys.length === 0) {
    throw new InvalidConfiguration([...(databaseUrl ? [] : [DATABASE_URL]), ...(secretKeys.length > 0 ? [] : [SECRET_KEY])]);
  }
  return { config, databaseUrl, secretKeys };
}
