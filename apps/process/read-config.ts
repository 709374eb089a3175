import { Config } from '#platform/config';
import { freePort } from './listening.ts';

/** The configuration. PORT=0 is replaced by a free port, so that URLs derived from it are correct. */
export async function readConfig(env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const config = Config.from(env);
  return config.port === 0 ? Config.from({ ...env, PORT: String(await freePort(config.host)) }) : config;
}
