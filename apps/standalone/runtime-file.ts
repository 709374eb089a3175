import { join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { type DataFolder, isInUse } from './data-folder.ts';

const NAME = 'runtime.json';

/** What other commands on this machine need to know of the Latchkey that runs on a data folder. */
export interface Runtime {
  readonly database_url: string;
  /** False when SECRET_KEY was given from outside: then it is nowhere in the data folder. */
  readonly secret_key_is_kept: boolean;
}

export class RuntimeFile implements Disposable {
  constructor(private readonly folder: DataFolder) {}

  write(runtime: Runtime): void {
    this.folder.keep(NAME, `${JSON.stringify(runtime)}\n`);
  }

  [Symbol.dispose](): void {
    this.folder.forget(NAME);
  }
}

/** Undefined when no Latchkey with a database of its own runs on that data folder. */
export function findRuntime(dataFolder: string): Runtime | undefined {
  const file = join(dataFolder, NAME);
  return existsSync(file) && isInUse(dataFolder) ? (JSON.parse(readFileSync(file, 'utf8')) as Runtime) : undefined;
}
