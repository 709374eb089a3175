import { Config, InvalidConfiguration } from '#platform/config';
import { findRunning } from '#platform/data-folder';
import { CliError, productionSettings, type ProductionSettings } from '#platform/process';

/**
 * The database and the secret keys that a command on the server works with: those given, else those of the `npm start` that is
 * running on the data folder.
 */
export async function resolveSettings(env: NodeJS.ProcessEnv): Promise<ProductionSettings> {
  const config = Config.from(env);
  if (config.databaseUrl) return productionSettings(env);
  const running = findRunning(config.dataFolder);
  if (!running) return productionSettings(env).catch((error: unknown) => Promise.reject(withHint(error, config.dataFolder)));
  const secretKeys = config.secretKeys.length > 0 ? config.secretKeys : running.secretKeys;
  if (!secretKeys) throw new CliError('SECRET_KEY must be set to what the running `npm start` was given.');
  return { config, databaseUrl: running.databaseUrl, secretKeys };
}

function withHint(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof InvalidConfiguration)) return error;
  const hint = `No \`npm start\` is running on the data folder ${dataFolder}. Start it, or say which database is meant.`;
  return new InvalidConfiguration([hint, ...error.sentences]);
}
