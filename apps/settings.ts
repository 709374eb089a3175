import type { Config } from '#platform/config';

/** What every process needs to start: its configuration, and the database and secret keys, which `npm start` provides if they are not set. */
export interface ProcessSettings {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The first one encrypts; all of them decrypt. */
  readonly secretKeys: readonly Buffer[];
}
