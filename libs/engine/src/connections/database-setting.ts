/** The settings that name servers of PostgreSQL. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_POOLER_URL' | 'DATABASE_REPLICA_URL';

const settings = new WeakMap<object, DatabaseSetting>();

/** Notes with which server an error of a connection has to do. */
export const noteDatabaseSetting = (error: object, setting: DatabaseSetting): void => void settings.set(error, setting);

/** The setting of the server with which an error, or what it was caused by, has to do. */
export function databaseSettingOf(error: unknown): DatabaseSetting {
  for (let failure = error; typeof failure === 'object' && failure !== null; failure = (failure as Error).cause) {
    const setting = settings.get(failure);
    if (setting) return setting;
  }
  return 'DATABASE_URL';
}
