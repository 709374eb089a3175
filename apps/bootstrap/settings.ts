import { productionSettings, type ProductionSettings } from '#platform/process';

/** The database and the secret keys that a command on the server works with. */
export const resolveSettings = (env: NodeJS.ProcessEnv): Promise<ProductionSettings> => productionSettings(env);
