import type { Config } from '#platform/config';

/** What every process needs to start: its configuration, and the two secrets once they are known. */
export interface ProcessSettings {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The first one encrypts; all of them decrypt. */
  readonly secretKeys: readonly Buffer[];
}
