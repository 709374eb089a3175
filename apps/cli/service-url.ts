import { Config } from '#platform/config';
import { findRunning } from '../process/index.ts';
import { WebUrlOption } from './option-types.ts';

/** Where the service is. */
export const ServiceUrlOption = (): PropertyDecorator =>
  WebUrlOption('URL of the service; by default BASE_URL, that of the running `latchkey start`, or http://127.0.0.1:3000', {
    optional: true,
  });

/** Without a slash at the end. The option wins over BASE_URL, and that over the `latchkey start` that is running on the data folder. */
export function serviceUrl(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const config = Config.from(env);
  const isSet = Boolean(env['BASE_URL']?.trim()) || config.databaseUrl !== undefined;
  const running = isSet ? undefined : findRunning(config.dataFolder);
  return (option ?? running?.baseUrl ?? config.baseUrl).replace(/\/+$/, '');
}
