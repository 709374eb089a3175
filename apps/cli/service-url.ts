import { Config } from '#platform/config';
import { findRunning } from '../process/index.ts';

/** Without a slash at the end. The option wins over BASE_URL, and that over the `latchkey start` that is running on the data folder. */
export function serviceUrl(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const config = Config.from(env);
  const isSet = Boolean(env['BASE_URL']?.trim()) || config.databaseUrl !== undefined;
  const running = isSet ? undefined : findRunning(config.dataFolder);
  return (option ?? running?.baseUrl ?? config.baseUrl).replace(/\/+$/, '');
}
