import { Config } from '#platform/config';
import { InvalidConfiguration } from '#platform/config/composition';
import { CliError, findRunning, productionSettings } from '../process/index.ts';
import type { QueuePlace } from '#platform/messaging/composition';
import type { ProcessSettings } from '../settings.ts';

/**
 * The database and secret keys that a command works with: those of the environment, otherwise those of the `latchkey start` that is
 * running on the data folder.
 */
export async function resolveSettings(env: NodeJS.ProcessEnv): Promise<ProcessSettings> {
  const config = Config.from(env);
  if (config.databaseUrl) return productionSettings(env);
  const running = findRunning(config.dataFolder);
  if (!running) return productionSettings(env).catch((error: unknown) => Promise.reject(withHint(error, config.dataFolder)));
  const secretKeys = config.secretKeys.length > 0 ? config.secretKeys : running.secretKeys;
  if (!secretKeys) throw new CliError('SECRET_KEY must be set to the value that the running `npm start` was given.');
  return { config, databaseUrl: running.databaseUrl, secretKeys };
}

/** Where the queue is that a command works with, found in the same way. */
export function resolveQueue(env: NodeJS.ProcessEnv): QueuePlace {
  const { dataFolder, databaseUrl = findRunning(dataFolder)?.databaseUrl, redis } = Config.from(env);
  if (databaseUrl) return { databaseUrl, redis };
  throw withHint(new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database of the service.']), dataFolder);
}

function withHint(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof InvalidConfiguration)) return error;
  const hint = `No \`npm start\` is running on the data folder ${dataFolder}. Start it, or set DATABASE_URL.`;
  return new InvalidConfiguration([hint, ...error.sentences]);
}
