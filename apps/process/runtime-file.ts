import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFolder, isInUse } from './data-folder.ts';
import { readSecretKeys, SECRET_KEY } from './secret-key.ts';

const NAME = 'runtime.json';

interface Runtime {
  readonly database_url: string;
  /** False if SECRET_KEY comes from the environment: then it is not in the data folder. */
  readonly secret_key_is_kept: boolean;
  readonly base_url: string;
  /** Where the API listens on this machine. */
  readonly local_url: string;
}

/** Lets other commands on this machine find the service and its database while it runs. */
export class RuntimeFile implements Disposable {
  constructor(private readonly folder: DataFolder) {}

  write(runtime: Runtime): void {
    this.folder.write(NAME, `${JSON.stringify(runtime)}\n`);
  }

  [Symbol.dispose](): void {
    this.folder.delete(NAME);
  }
}

/** A running standalone Latchkey. */
export interface Running {
  readonly databaseUrl: string;
  /** Undefined if they come from the environment. */
  readonly secretKeys: readonly Buffer[] | undefined;
  readonly baseUrl: string;
  readonly localUrl: string;
}

/** Undefined if none is running. A file left behind by a killed process is ignored. */
export function findRunning(dataFolder: string): Running | undefined {
  const file = join(dataFolder, NAME);
  if (!existsSync(file) || !isInUse(dataFolder)) return undefined;
  const { database_url, secret_key_is_kept, base_url, local_url } = JSON.parse(readFileSync(file, 'utf8')) as Runtime;
  const secretKeys = secret_key_is_kept ? readSecretKeys(join(dataFolder, SECRET_KEY)) : undefined;
  return { databaseUrl: database_url, secretKeys, baseUrl: base_url, localUrl: local_url };
}
