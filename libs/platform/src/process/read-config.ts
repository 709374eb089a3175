import { Config } from '#platform/config';
import { freePort } from './listening.ts';

/** The configuration; PORT=0 becomes a free port at once, so that every address made from it is true. */
export async function readConfig(env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const config = Config.from(env);
  return config.port === 0 ? Config.from({ ...env, PORT: String(await freePort(config.host)) }) : config;
}
