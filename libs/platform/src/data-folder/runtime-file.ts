import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFolder, isInUse } from './data-folder.ts';
import { readSecretKeys, SECRET_KEY } from './secret-key.ts';

const NAME = 'runtime.json';

interface Runtime {
  readonly database_url: string;
  /** False when SECRET_KEY was given from outside: then it is nowhere in the data folder. */
  readonly secret_key_is_kept: boolean;
}

/** Tells other commands on this machine where the database in the data folder is to be found, for as long as it runs. */
export class RuntimeFile implements Disposable {
  constructor(private readonly folder: DataFolder) {}

  write(runtime: Runtime): void {
    this.folder.keep(NAME, `${JSON.stringify(runtime)}\n`);
  }

  [Symbol.dispose](): void {
    this.folder.forget(NAME);
  }
}

/** The Latchkey with a database of its own that runs on a data folder. */
export interface Running {
  readonly databaseUrl: string;
  /** Undefined when they were given from outside. */
  readonly secretKeys: readonly Buffer[] | undefined;
}

/** Undefined when there is none, or when one was killed and left its file behind. */
export function findRunning(dataFolder: string): Running | undefined {
  const file = join(dataFolder, NAME);
  if (!existsSync(file) || !isInUse(dataFolder)) return undefined;
  const { database_url, secret_key_is_kept } = JSON.parse(readFileSync(file, 'utf8')) as Runtime;
  return { databaseUrl: database_url, secretKeys: secret_key_is_kept ? readSecretKeys(join(dataFolder, SECRET_KEY)) : undefined };
}
